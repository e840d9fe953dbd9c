import { fileURLToPath } from 'node:url'
import { type Listening, listen } from '@foyer/page'
import type { BrowserContext, Page } from '@playwright/test'
import { build } from 'vite'
import type { Addresses } from '../addresses.js'
import type { Journey } from '../fixtures.js'

/** A dapp's page on AppKit, as a test drives it beside the modal. */
export interface OriginalPage {
  readonly page: Page
  /** What the page does by itself, with wagmi. @returns what comes of it, or the sentence that it fails by */
  call(name: string, ...given: readonly unknown[]): Promise<Outcome>
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
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: { input: source, output: { codeSplitting: false } },
    },
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
  const settings = { projectId: 'foyer-demo', chains: local.chains.map(({ id, name, url }) => ({ id, name, url })) }
  const env = {
    NEXT_PUBLIC_SECURE_SITE_SDK_URL: `${local.wallet}/sdk`,
    NEXT_PUBLIC_SECURE_SITE_ORIGIN: local.wallet,
  }
  const html = `<!doctype html><title>A dapp on AppKit</title><link rel="icon" href="data:,"><h1>A dapp</h1><appkit-button></appkit-button><output></output>
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

/** The hosts that AppKit has fixed: what is asked of them, this repository's server answers by the same paths. */
const fixedHosts = ['https://api.web3modal.org', 'https://rpc.walletconnect.org']
const font = 'https://fonts.googleapis.com'

/** Has those hosts answered for all pages of a context, and says so to the journey, to which every other stranger stays one. */
async function answerFixedHosts({ context, journey }: Pick<Opening, 'context' | 'journey'>): Promise<void> {
  for (const origin of fixedHosts) {
    journey.admit(origin)
    await context.route(`${origin}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: `${journey.local.server}${pathname}${search}` }) })
    })
  }
  journey.admit(font)
  await context.route(`${font}/**`, (route) => route.fulfill({ contentType: 'text/css', body: '' }))
}

interface Opening {
  readonly context: BrowserContext
  readonly journey: Journey
  readonly host: OriginalHost
}

/** Opens that page, in a browser that is kept from all other strangers. */
export async function openOriginal(opening: Opening): Promise<OriginalPage> {
  const { journey, host } = opening
  await answerFixedHosts(opening)
  journey.admit(host.origin)
  // The original's client posts to anyone; the wallet's frame in it doesn't.
  journey.expectTrouble(new RegExp(`^A message was posted to "\\*" by ${host.origin}$`))
  return openAgain(opening)
}

/** Opens it once more, in another tab of the same browser. */
export async function openAgain({ context, host }: Pick<Opening, 'context' | 'host'>): Promise<OriginalPage> {
  const page = await context.newPage()
  await page.goto(host.origin)
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
  }
}
