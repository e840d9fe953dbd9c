import { listen } from '@foyer/page'
import { type ScriptedServers, scriptedServers } from '@foyer/wallet/test'
import type { BrowserContext, Frame, Page } from '@playwright/test'

/** The wallet as it is built and served, a dapp's page, and in place of the servers behind it a login server and a keeper in memory. */
export interface WalletStage {
  /** Its operator answers for its script: a frame of the wallet may ask there. */
  readonly dapp: string
  /** Another site of the same project, for which nobody answers. */
  readonly other: string
  readonly wallet: string
  readonly servers: ScriptedServers
  stop(): Promise<void>
}

/** A token that the wallet knows. */
export const usdc = {
  ...{ symbol: 'USDC', decimals: 6, name: 'USD Coin' },
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
} as const

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
  servers.vouched.add(dapp)
  const api = await listen({
    port: 0,
    fetch: ({ url }) =>
      Response.json(url.endsWith('/v1/networks') ? { networks: [] } : { allowedOrigins: [dapp, other] }),
  })
  const { serveWallet } = await import(new URL('../../apps/wallet/dist/server/serve.js', import.meta.url).href)
  const host = await serveWallet({
    ...{ port: 0, api: api.url, login: behind.url, keeper: behind.url },
    networks: [{ chainId: 'eip155:1', name: 'Ethereum', currency, tokens: [usdc] }],
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

export async function openWalletPage(context: BrowserContext, stage: WalletStage): Promise<WalletPage> {
  const page = await context.newPage()
  await page.goto(stage.dapp)
  return embedWallet(page, stage)
}

/** Puts the wallet's frame into a page of the dapp's. @param sandbox - what is left to the frame; all of it, unless said */
export async function embedWallet(
  page: Page,
  { dapp, wallet }: WalletStage,
  sandbox?: string | undefined,
): Promise<WalletPage> {
  await page.evaluate(
    ({ src, sandbox }) =>
      new Promise<void>((resolve) => {
        const dialog = document.body.appendChild(document.createElement('dialog'))
        dialog.id = 'wallet'
        dialog.setAttribute('style', 'padding: 0; border: 0; inline-size: 360px; block-size: 600px')
        const iframe = dialog.appendChild(document.createElement('iframe'))
        iframe.setAttribute('style', 'display: block; inline-size: 100%; block-size: 100%; border: 0')
        if (sandbox !== undefined) iframe.setAttribute('sandbox', sandbox)
        window.addEventListener('message', ({ data }) => data?.type === '@w3m-frame/READY' && resolve())
        iframe.src = src
      }),
    {
      sandbox,
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
  // As an original's visitor does, who is told the link's digits by a failure first.
  const said = await ask('CONNECT_EMAIL', { email })
  const { payload } = said.type.endsWith('_ERROR') ? await ask('CONNECT_EMAIL', { email }) : said
  if (Object(payload).action === 'VERIFY_DEVICE') {
    await servers.useLink(email)
    await ask('CONNECT_DEVICE')
  }
  await ask('CONNECT_OTP', { otp: servers.code })
  return Object((await ask('GET_USER')).payload).address
}
