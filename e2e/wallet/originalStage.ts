import { fileURLToPath } from 'node:url'
import { type Listening, listen } from '@foyer/page'
import type { BrowserContext, Page } from '@playwright/test'
import { build } from 'vite'
import type { Addresses } from '../addresses.js'
import type { Journey } from '../fixtures.js'

/** The original's client in a dapp's page, as a test drives it. */
export interface OriginalPage {
  readonly page: Page
  /** Calls one of its methods. @returns what it answers, or the sentence that it fails by */
  call(name: string, ...given: readonly unknown[]): Promise<Outcome>
  /** What it said of requests that were never answered. */
  timeouts(): Promise<readonly string[]>
  /** Shows the frame as the original does for an approval, or puts it away. */
  show(isShown: boolean): Promise<void>
}

export type Outcome = { readonly answer: unknown } | { readonly failure: string }

const source = fileURLToPath(new URL('./originalPage.ts', import.meta.url))

/** Bundles AppKit's client as it is published, with nothing of ours but the page that makes it. */
async function bundleOriginal(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    // Vite empties what the original reads of its page's environment: the address of the wallet page.
    define: { 'process.env': 'globalThis.process.env' },
    build: { write: false, minify: false, target: 'es2022', rolldownOptions: { input: source } },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('Nothing was built.')
  return output.output[0].code
}

/** Where the original's page is served: a real server's, since a browser keeps a page that a test makes up away from this machine. */
export interface OriginalHost extends Listening {
  readonly origin: string
}

/** Serves a page of the demo's project that has the original's client, at the wallet page of the local stack. */
export async function serveOriginal(local: Addresses): Promise<OriginalHost> {
  const script = await bundleOriginal()
  const settings = { projectId: 'foyer-demo', chainId: `eip155:${local.chains[0].id}` }
  const env = { NEXT_PUBLIC_SECURE_SITE_SDK_URL: `${local.wallet}/sdk` }
  const html = `<!doctype html><title>A dapp on AppKit</title><link rel="icon" href="data:,"><h1>A dapp</h1>
    <script>process = ${JSON.stringify({ env })}; originalSettings = ${JSON.stringify(settings)}</script>
    <script type="module" src="/original.js"></script>`
  const served = await listen({
    port: 0,
    fetch: (request) =>
      new URL(request.url).pathname === '/original.js'
        ? new Response(script, { headers: { 'content-type': 'text/javascript' } })
        : new Response(html, { headers: { 'content-type': 'text/html' } }),
  })
  return { ...served, origin: `http://dapp.localhost:${served.port}` }
}

/** Opens that page, in a browser that is kept from all other strangers. */
export async function openOriginal({
  context,
  journey,
  host: { origin },
}: {
  readonly context: BrowserContext
  readonly journey: Journey
  readonly host: OriginalHost
}): Promise<OriginalPage> {
  journey.admit(origin)
  // The original's client posts to anyone; the wallet's frame in it doesn't.
  journey.expectTrouble(new RegExp(`^A message was posted to "\\*" by ${origin}$`))
  const page = await context.newPage()
  await page.goto(origin)
  await page.waitForFunction(() => Reflect.has(globalThis, 'original'))
  return {
    page,
    call: (name, ...given) =>
      page.evaluate(
        async ({ name, given }) => {
          const original = Reflect.get(globalThis, 'original')
          try {
            return { answer: (await original[name](...given)) ?? null }
          } catch (error) {
            return { failure: error instanceof Error ? error.message : String(error) }
          }
        },
        { name, given },
      ),
    timeouts: () => page.evaluate(() => Reflect.get(globalThis, 'timeouts')),
    show: (isShown) =>
      page.evaluate((isShown) => {
        const iframe = document.getElementById('w3m-iframe')
        const shown = 'display:block;inset-block-start:40px;inset-inline-start:40px;inline-size:360px;block-size:600px'
        if (iframe) iframe.style.cssText = `position:fixed;border:none;${isShown ? shown : 'display:none'}`
      }, isShown),
  }
}
