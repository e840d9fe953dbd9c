import { listen } from '@foyer/page'
import type { BrowserContext, Frame, Page } from '@playwright/test'

/** What stands in the wallet page's policy that a worker and its URL have to pass. */
const framePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types worker-url',
].join('; ')

/** Signs what it is sent, and reports whether its policy let it fetch. */
const workerScript = `onmessage = async ({ data: { key, bytes } }) => {
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes)
  const fetched = await fetch('/answer').then(() => 'fetched', (error) => error.name)
  postMessage({ signature: new Uint8Array(signature), fetched })
}`

const cookie = '__Host-spike=kept; Path=/; Secure; HttpOnly; SameSite=None; Partitioned'

/** A dapp's page with a frame of another site, each an empty document under the policy that it is to be tried under. */
export async function serveStage() {
  const { port, stop } = await listen({ port: 0, fetch: answer })
  return { dapp: `http://dapp.localhost:${port}/`, wallet: `http://wallet.localhost:${port}/frame`, stop }
}

function answer({ url, headers }: Request): Response {
  const { pathname } = new URL(url)
  const html = { 'content-type': 'text/html' }
  if (pathname === '/worker.js')
    return new Response(workerScript, {
      headers: { 'content-type': 'text/javascript', 'content-security-policy': "default-src 'none'" },
    })
  if (pathname === '/frame')
    return new Response('<!doctype html><button>Sign</button>', {
      headers: { ...html, 'content-security-policy': framePolicy },
    })
  if (pathname === '/answer')
    return new Response(headers.get('cookie') ?? '', {
      headers: { 'content-type': 'text/plain', 'set-cookie': cookie },
    })
  return new Response('<!doctype html><title>dapp</title>', { headers: html })
}

/** Opens the dapp's page, and in it the frame. */
export async function openFrame({
  context,
  dapp,
  wallet,
}: {
  readonly context: BrowserContext
  readonly dapp: string
  readonly wallet: string
}): Promise<{ readonly page: Page; readonly frame: Frame }> {
  const page = await context.newPage()
  await page.goto(dapp)
  const arrived = page.waitForEvent('framenavigated', (frame) => frame.url() === wallet)
  await page.evaluate((src) => {
    const dialog = document.body.appendChild(document.createElement('dialog'))
    const iframe = dialog.appendChild(document.createElement('iframe'))
    iframe.src = src
    iframe.width = '360'
    dialog.id = 'own'
  }, wallet)
  const frame = await arrived
  await frame.waitForLoadState()
  return { page, frame }
}
