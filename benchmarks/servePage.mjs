import { createServer } from 'node:http'
import { extname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

const types = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

/**
 * Serves a built page on a free port, as a host would: the document anew each time, what it is made of for good.
 * @param {Awaited<ReturnType<typeof import('./buildPage.mjs').buildPage>>} page
 * @param {{ delayMs?: number, compressed?: boolean, answers?: (request: { method: string, path: string, body: string, origin: string }) => unknown }} [options] how long each piece of code is
 * on its way, 0 unless said; whether it is sent compressed; and what the same origin
 * answers as a kit's server, a buffer being a picture
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function servePage(
  { entry, chunks, assets },
  { delayMs = 0, compressed = false, answers = () => undefined } = {},
) {
  const files = [...[...chunks].map(([file, { code }]) => [file, code]), ...assets]
  const bodies = new Map(files.map(([file, body]) => [file, compressed ? gzipSync(body) : body]))
  const sheets = [...assets.keys()].filter((file) => file.endsWith('.css'))
  const document = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Benchmark</title><link rel="icon" href="data:,">
    ${sheets.map((file) => `<link rel="stylesheet" href="/${file}">`).join('')}</head>
  <body><div id="page"></div><script type="module" src="/${entry.file}"></script></body>
</html>
`
  const server = createServer(async (request, response) => {
    const { url = '/', method = 'GET' } = request
    if (/^\/(\?|$)/.test(url)) return response.writeHead(200, { 'content-type': 'text/html' }).end(document)
    const body = bodies.get(url.slice(1))
    if (!body) {
      let asked = ''
      for await (const piece of request) asked += piece
      const { pathname } = new URL(url, 'http://page')
      const origin = `http://${request.headers.host}`
      const answer = answers({ method, path: decodeURIComponent(pathname), body: asked, origin })
      const status = answer === undefined ? 404 : 200
      if (answer instanceof Buffer)
        return response
          .writeHead(status, { 'content-type': types['.svg'], 'cache-control': 'max-age=86400' })
          .end(answer)
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
    }
    // Without a delay, not even the millisecond that a timer takes.
    if (delayMs > 0) await setTimeout(delayMs)
    response.writeHead(200, {
      'content-type': types[extname(url)] ?? 'application/octet-stream',
      'cache-control': 'max-age=31536000, immutable',
      ...(compressed ? { 'content-encoding': 'gzip' } : {}),
    })
    response.end(body)
  })
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
