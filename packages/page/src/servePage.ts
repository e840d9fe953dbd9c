import { Hono } from 'hono'
import { type Listening, listen } from './listen.js'
import { type PageFiles, readPageFiles } from './readPageFiles.js'
import { serveFiles } from './serveFiles.js'

/** The request that a document is written for. */
export interface PageRequest {
  readonly query: URLSearchParams
  readonly headers: Headers
  /** Of the build in the folder, or of the one that the document names. */
  readonly files: PageFiles
}

export interface ServePageParameters {
  /** 0 picks a free port. */
  readonly port: number
  /** Where the browser's files were built. */
  readonly folder: string
  readonly policy: string
  /** Further headers of every answer. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The documents by their path. */
  readonly documents: Readonly<Record<string, (request: PageRequest) => string>>
  /** The documents that have a build of their own, in the folder of their path. */
  readonly builds?: readonly string[] | undefined
}

/**
 * Serves a page as it was built: its documents, and the files that they are made of, all of it under one content policy.
 * @throws where the page isn't built, or the port can't be had
 * @example
 * const { stop } = await servePage({ port: 7100, folder: 'dist/client', policy, documents: { '/': ({ files }) => writeDocument({ ...files, ... }) } })
 */
export async function servePage({
  port,
  folder,
  policy,
  headers,
  documents,
  builds = [],
}: ServePageParameters): Promise<Listening> {
  const files = await readPageFiles(folder)
  const own = new Map(
    await Promise.all(builds.map(async (path) => [path, await readPageFiles(folder + path, path)] as const)),
  )
  const said = Object.entries({
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...headers,
  })
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of said) c.header(name, value)
  })
  for (const [path, write] of Object.entries(documents)) {
    app.get(path, (c) => {
      const { url, headers } = c.req.raw
      return c.html(write({ query: new URL(url).searchParams, headers, files: own.get(path) ?? files }))
    })
  }
  app.use('*', serveFiles(folder))
  return listen({ fetch: app.fetch, port })
}
