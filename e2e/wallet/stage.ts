import { listen } from '@foyer/page'
import { type ScriptedServers, scriptedServers } from '@foyer/wallet/test'
import type { BrowserContext, Frame, Page } from '@playwright/test'

/** The wallet as it is built and served, a dapp's page, and in place of the servers behind it a login server and a keeper in memory. */
export interface WalletStage {
  readonly dapp: string
  /** Another site of the same project. */
  readonly other: string
  readonly wallet: string
  readonly servers: ScriptedServers
  stop(): Promise<void>
}

const currency = { symbol: 'ETH', decimals: 18 }

export async function serveWalletStage(): Promise<WalletStage> {
  const servers = await scriptedServers()
  const behind = await listen({
    port: 0,
    fetch: async (request) =>
      servers.fetch(new URL(request.url).pathname, { headers: request.headers, body: await request.text() }),
  })
  const page = await listen({
    port: 0,
    fetch: ({ url }) =>
      new Response('<!doctype html><title>dapp</title><h1>Dapp</h1>', {
        headers: {
          'content-type': 'text/html',
          ...(url.endsWith('/apart') ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
        },
      }),
  })
  const dapp = `http://dapp.localhost:${page.port}`
  const other = `http://other.localhost:${page.port}`
  const api = await listen({
    port: 0,
    fetch: ({ url }) =>
      Response.json(url.endsWith('/v1/networks') ? { networks: [] } : { allowedOrigins: [dapp, other] }),
  })
  const { serveWallet } = await import(new URL('../../apps/wallet/dist/server/serve.js', import.meta.url).href)
  const host = await serveWallet({
    ...{ port: 0, api: api.url, login: behind.url, keeper: behind.url },
    networks: [{ chainId: 'eip155:1', name: 'Ethereum', currency, tokens: [] }],
    settings: { keeperKeys: servers.keeperKeys },
  })
  return {
    ...{ dapp, other },
    wallet: `http://wallet.localhost:${host.port}`,
    servers,
    async stop() {
      for (const each of [host, api, page, behind]) await each.stop()
    },
  }
}

/** The dapp's page with the wallet's frame in a dialog of its own. */
export interface WalletPage {
  readonly page: Page
  readonly frame: Frame
  /** Asks as an application of the original's does. */
  ask(name: string, payload?: unknown): Promise<{ readonly type: string; readonly payload?: unknown }>
  /** Shows the frame, above whatever else is open. */
  raise(): Promise<void>
}

export async function openWalletPage(context: BrowserContext, { dapp, wallet }: WalletStage): Promise<WalletPage> {
  const page = await context.newPage()
  await page.goto(dapp)
  await page.evaluate(
    ({ src }) =>
      new Promise<void>((resolve) => {
        const dialog = document.body.appendChild(document.createElement('dialog'))
        dialog.id = 'wallet'
        dialog.setAttribute('style', 'padding: 0; border: 0; inline-size: 360px; block-size: 600px')
        const iframe = dialog.appendChild(document.createElement('iframe'))
        iframe.setAttribute('style', 'display: block; inline-size: 100%; block-size: 100%; border: 0')
        window.addEventListener('message', ({ data }) => data?.type === '@w3m-frame/READY' && resolve())
        iframe.src = src
      }),
    {
      src: `${wallet}/sdk?projectId=shop&chainId=eip155:1&version=4&enableLogger=false&origin=${new URL(dapp).origin}`,
    },
  )
  const frame = page.frames().find((each) => each.url().startsWith(wallet))
  if (!frame) throw new Error('The wallet’s frame isn’t there.')
  return {
    page,
    frame,
    raise: () => page.evaluate(() => document.querySelector<HTMLDialogElement>('#wallet')?.showModal()),
    ask: (name, payload) =>
      page.evaluate(
        ({ name, payload, wallet }) =>
          new Promise((resolve) => {
            const id = Math.random().toString(36).slice(2)
            window.addEventListener('message', function onMessage({ data, origin }) {
              if (origin !== wallet || data.id !== id) return
              window.removeEventListener('message', onMessage)
              resolve(data)
            })
            const iframe = document.querySelector<HTMLIFrameElement>('#wallet iframe')
            iframe?.contentWindow?.postMessage({ id, type: `@w3m-app/${name}`, payload }, wallet)
          }),
        { name, payload, wallet },
      ),
  }
}

/** Logs in by mail and code. @returns the address */
export async function logIn({ ask }: WalletPage, { servers }: WalletStage, email: string): Promise<`0x${string}`> {
  const { payload } = await ask('CONNECT_EMAIL', { email })
  if (Object(payload).action === 'VERIFY_DEVICE') {
    await servers.useLink(email)
    await ask('CONNECT_DEVICE')
  }
  await ask('CONNECT_OTP', { otp: servers.code })
  return Object((await ask('GET_USER')).payload).address
}
