import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contextOf } from '../context.js'
import { createFoyer } from '../createFoyer.js'
import { mainnet } from '../networks/known.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'

const said = () => vi.mocked(console.error).mock.calls.flat()
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** A browser's report of what a policy forbade; jsdom has no policies. */
function forbid(blockedURI: string, { effectiveDirective = 'connect-src', disposition = 'enforce' } = {}): void {
  const event = new Event('securitypolicyviolation', { bubbles: true })
  document.dispatchEvent(Object.assign(event, { blockedURI, effectiveDirective, disposition }))
}

const node = 'https://eth.merkle.io'
const networks = [{ ...mainnet, rpcUrls: { default: { http: [`${node}/v1`] } } }] as const
const api = 'https://api.example'
const policyKit = (more = {}) => fakeKit({ networks, adapters: [fakeAdapter('eip155')], api, ...more }).foyer

test('a policy that blocks a node or the server is named, once, with the line to write', () => {
  const stop = policyKit().start()
  forbid(`${node}/v1`)
  forbid(`${node}/v1`)
  forbid(`${api}/v1/project`)
  expect(said()).toEqual([
    `This page's content policy blocks ${node}, a node of Ethereum. Write in the policy: connect-src 'self' ${api} ${node}`,
    `This page's content policy blocks ${api}, your server (\`api\`). Write in the policy: connect-src 'self' ${api} ${node}`,
  ])
  stop()
})

test('a policy that blocks the wallet’s frame, and the relay, is named too', () => {
  const connector = { id: 'walletConnect', type: 'WALLET_CONNECT', name: 'W', families: ['eip155'] } as const
  const reach = async () => Promise.reject(new Error('unused'))
  const connectors = [{ ...connector, connect: reach, restore: reach }]
  const stop = policyKit({ secureOrigin: 'https://wallet.example', connectors }).start()
  forbid('https://wallet.example/', { effectiveDirective: 'frame-src' })
  forbid('wss://relay.example/?auth=token')
  expect(said()).toEqual([
    "This page's content policy blocks https://wallet.example, the wallet's own page. Write in the policy: frame-src 'self' https://wallet.example",
    `This page's content policy blocks wss://relay.example, the relay of WalletConnect. Write in the policy: connect-src 'self' ${api} ${node} wss://relay.example`,
  ])
  stop()
})

test('what the page itself is forbidden, what is only reported, and what comes after the kit’s end is not said', () => {
  const stop = policyKit().start()
  forbid('https://tracker.example')
  forbid('inline')
  forbid(node, { disposition: 'report' })
  stop()
  forbid(node)
  expect(said()).toEqual([])
})

test('in production no policy is watched', () => {
  vi.stubEnv('NODE_ENV', 'production')
  policyKit().start()
  forbid(node)
  expect(said()).toEqual([])
})

test('a server that doesn’t answer is named with its option', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  const { foyer, errors, clock } = fakeKit({ networks, adapters: [fakeAdapter('eip155')], api })
  foyer.start()
  foyer.open()
  const reported = new Promise<unknown>((resolve) => foyer.onError(resolve))
  await clock.until(reported)
  expect(said()).toHaveLength(1)
  expect(said()[0]).toMatch(
    /^The server of `api`, https:\/\/api\.example, doesn't answer\. .*Start it, or leave `api` out/,
  )
  expect(errors).toMatchObject([{ code: 'server_unreachable' }])
  foyer.stop()
  vi.unstubAllGlobals()
})

test('a kit that is made while React renders is known by it, and one that is made outside is not', () => {
  const make = () => createFoyer({ projectId: 'x', networks, adapters: [fakeAdapter('eip155')] })
  // React's own name for the calling of a component, in 18 and 19.
  function renderWithHooks() {
    return make()
  }
  expect(contextOf(renderWithHooks()).isMadeInRender).toBe(true)
  expect(contextOf(make()).isMadeInRender).toBe(false)
})
