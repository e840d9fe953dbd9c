import { hello, type RequestName } from '@foyer/embedded/protocol'
import { W3mFrameSchema } from '@reown/appkit-wallet'
import { recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { logIn, site, testFrame } from '../test/testFrame.js'

const text = 'My dapp wants you to look'
const hex = (words: string) => `0x${Buffer.from(words).toString('hex')}` as const

async function opened(node?: Parameters<typeof testFrame>[0]) {
  const frame = await testFrame(node)
  await logIn(frame)
  const { payload } = await frame.ask('GET_USER', { chainId: 1 })
  const address: `0x${string}` = Object(payload).address
  return { ...frame, address }
}

/** Approves or rejects what is shown next. */
async function decide({ frame }: Awaited<ReturnType<typeof testFrame>>, decision: 'approve' | 'reject') {
  await expect.poll(() => frame.state.get().approvals.length).toBe(1)
  const [approval] = frame.state.get().approvals
  if (!approval) throw new Error('Nothing is shown.')
  if (decision === 'approve') frame.approvals.approve(approval.id, approval.hashes)
  else frame.approvals.reject(approval.id)
  return approval
}

describe('[S7.39 S7.40 S7.41] each request has its answer', () => {
  test('READY comes first, with a version, to the one origin that may frame the page', async () => {
    const { posted } = await testFrame()
    expect(posted).toEqual([{ message: { type: '@w3m-frame/READY', payload: { version: '1' } }, target: site }])
  })

  test.each<[RequestName, unknown, unknown]>([
    ['GET_CHAIN_ID', undefined, { ok: true, payload: { chainId: 1 } }],
    ['GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined, { ok: true, payload: { smartAccountEnabledNetworks: [] } }],
    [
      'INIT_SMART_ACCOUNT',
      undefined,
      { ok: false, payload: { message: 'You are logged out of your wallet. Log in again.', code: 4100 } },
    ],
    ['SYNC_THEME', { themeMode: 'dark' }, { ok: true, payload: undefined }],
    ['SYNC_DAPP_DATA', { projectId: 'shop' }, { ok: true, payload: undefined }],
    ['RELOAD', undefined, { ok: true, payload: undefined }],
    [
      'SET_PREFERRED_ACCOUNT',
      { type: 'eoa' },
      { ok: false, payload: { message: 'You are logged out of your wallet. Log in again.', code: 4100 } },
    ],
    [
      'SET_PREFERRED_ACCOUNT',
      { type: null },
      { ok: false, payload: { message: 'payload.type: Expected string, received null', code: -32_602 } },
    ],
    ['CONNECT_FARCASTER', undefined, { ok: false, payload: { message: 'The login is over. Begin again.' } }],
    [
      'SWITCH_NETWORK',
      { chainId: 'eip155:5' },
      { ok: false, payload: { message: 'This wallet doesn’t have that network.', code: 4902 } },
    ],
    [
      'GET_USER',
      undefined,
      { ok: false, payload: { message: 'You are logged out of your wallet. Log in again.', code: 4100 } },
    ],
    [
      'CONNECT_EMAIL',
      { email: 'ada' },
      { ok: false, payload: { message: 'payload.email: Invalid email', code: -32_602 } },
    ],
    [
      'CONNECT_OTP',
      { otp: 7 },
      { ok: false, payload: { message: 'payload.otp: Expected string, received number', code: -32_602 } },
    ],
  ])('%s', async (name, payload, answer) => {
    const { ask } = await testFrame()
    expect(await ask(name, payload)).toEqual(answer)
  })

  test('a network of EVM’s is told by its number, however it was named, and its family’s address is the user’s', async () => {
    const { ask } = await opened()
    expect(await ask('SWITCH_NETWORK', { chainId: 31337 })).toEqual({ ok: true, payload: { chainId: 31337 } })
    expect(await ask('SWITCH_NETWORK', { chainId: 'eip155:1' })).toEqual({ ok: true, payload: { chainId: 1 } })
    expect((await ask('GET_USER')).payload).toMatchObject({ chainId: 1 })
    expect((await ask('GET_USER', { chainId: 'eip155:31337' })).payload).toMatchObject({ chainId: 31337 })
    const { payload: evm } = await ask('GET_USER', { chainId: 1 })
    const { payload: solana } = await ask('GET_USER', { chainId: 'solana:local' })
    expect(evm).toMatchObject({ chainId: 1, address: expect.stringMatching(/^0x/) })
    expect(solana).toMatchObject({
      chainId: 'solana:local',
      address: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
    })
    expect(await ask('GET_CHAIN_ID')).toEqual({ ok: true, payload: { chainId: 'solana:local' } })
  })
})

test.each(['eoa', 'smartAccount', 'another'])(
  'where there is one kind alone, a wish for %s is answered by what the account in use is',
  async (type) => {
    const { ask, address } = await opened()
    expect(await ask('SET_PREFERRED_ACCOUNT', { type })).toEqual({ ok: true, payload: { type: 'eoa', address } })
    const { payload: solana } = await ask('GET_USER', { chainId: 'solana:local' })
    expect(await ask('SET_PREFERRED_ACCOUNT', { type })).toEqual({
      ok: true,
      payload: { type: 'eoa', address: Object(solana).address },
    })
  },
)

test('whatever the frame says, AppKit 1.7.6 reads: success, failure and notice', async () => {
  const frame = await opened({ node: () => ({ result: '0x1' }) })
  const asked: readonly (readonly [RequestName, unknown?])[] = [
    ['IS_CONNECTED'],
    ['GET_USER', { chainId: 'solana:local' }],
    ['SWITCH_NETWORK', { chainId: 1 }],
    ['GET_CHAIN_ID'],
    ['GET_SMART_ACCOUNT_ENABLED_NETWORKS'],
    ['SET_PREFERRED_ACCOUNT', { type: 'eoa' }],
    ['SYNC_THEME', { themeMode: 'light', w3mThemeVariables: { '--w3m-accent': 'red' } }],
    ['SYNC_DAPP_DATA', { projectId: 'shop' }],
    ['RPC_REQUEST', { method: 'eth_blockNumber' }],
    ['RPC_REQUEST', { method: 'wallet_sendCalls', params: [{ calls: [] }] }],
    ['GET_SOCIAL_REDIRECT_URI', { provider: 'google' }],
    ['UPDATE_EMAIL', { email: 'eve@example.com' }],
    ['CONNECT_EMAIL', { email: 'ada@example.com' }],
    ['SIGN_OUT'],
    ['CONNECT_OTP', { otp: '1' }],
  ]
  for (const [name, payload] of asked) await frame.ask(name, payload)
  expect(frame.posted.length).toBeGreaterThan(asked.length)
  const unread = frame.posted.filter(({ message }) => !W3mFrameSchema.frameEvent.safeParse(message).success)
  expect(unread).toEqual([])
})

describe('requests of JSON-RPC', () => {
  test('[S6.3] what is safe goes to the network under the wallet’s own origin, and its failure comes back with its code', async () => {
    const asked: string[] = []
    const node = ({ method, url }: { method: string; url: string }) => {
      asked.push(url)
      return method === 'eth_call' ? { error: { code: 3, message: 'reverted' } } : { result: '0x1' }
    }
    const { ask } = await testFrame({ node })
    expect(await ask('RPC_REQUEST', { method: 'eth_blockNumber' })).toEqual({ ok: true, payload: '0x1' })
    expect(await ask('RPC_REQUEST', { method: 'eth_call', params: [] })).toEqual({
      ok: false,
      payload: { message: 'reverted', code: 3 },
    })
    expect(asked[0]).toBe('https://wallet.example/v1/?chainId=eip155%3A1&projectId=shop')
  })

  test.each([
    ['wallet_grantPermissions', []],
    ['wallet_revokePermissions', {}],
  ])('%s of nothing is refused for what it is asked with', async (method, params) => {
    const { ask } = await opened()
    expect(await ask('RPC_REQUEST', { method, params })).toMatchObject({ ok: false, payload: { code: -32_602 } })
  })

  test('[S5.29] a method that isn’t on the list doesn’t fit', async () => {
    const { ask } = await opened()
    for (const method of ['eth_sign', 'debug_traceCall', '__proto__', 'wallet_addEthereumChain'])
      expect(await ask('RPC_REQUEST', { method, params: [] })).toMatchObject({ ok: false, payload: { code: -32_602 } })
  })

  test('[S6.4] a message is shown, with who asks by the browser’s word, and signed by the wallet’s key', async () => {
    const frame = await opened()
    const signing = frame.ask('RPC_REQUEST', { method: 'personal_sign', params: [hex(text), frame.address] })
    const { shown, site: asks, signer } = await decide(frame, 'approve')
    expect([asks, shown.content?.text]).toEqual([site, text])
    expect(signer).toEqual({ family: 'eip155', address: frame.address })
    const { payload } = await signing
    const signature = `0x${String(payload).slice(2)}` as const
    expect(await recoverMessageAddress({ message: text, signature })).toBe(frame.address)
    expect(frame.frame.state.get().approvals).toEqual([])
  })

  test('[S6.4] typed data is signed for its own chain, and for no other', async () => {
    const frame = await opened()
    const data = (chainId: number) =>
      ({
        domain: { name: 'Shop', chainId },
        primaryType: 'Order',
        types: { Order: [{ name: 'item', type: 'string' }] },
        message: { item: 'Tea' },
      }) as const
    const ask = (chainId: number) =>
      frame.ask('RPC_REQUEST', {
        method: 'eth_signTypedData_v4',
        params: [frame.address, JSON.stringify(data(chainId))],
      })
    expect(await ask(137)).toMatchObject({ ok: false, payload: { code: -32_602 } })
    const signing = ask(1)
    await decide(frame, 'approve')
    const signature = `0x${String((await signing).payload).slice(2)}` as const
    expect(await recoverTypedDataAddress({ ...data(1), signature })).toBe(frame.address)
    // On another network, which isn't the wallet's first, the same is another chain's.
    await frame.ask('SWITCH_NETWORK', { chainId: 31337 })
    expect(await ask(1)).toMatchObject({ ok: false, payload: { code: -32_602 } })
    const there = ask(31337)
    await decide(frame, 'reject')
    expect(await there).toMatchObject({ payload: { code: 4001 } })
  })

  test('a rejection is 4001, and signs nothing', async () => {
    const frame = await opened()
    const signing = frame.ask('RPC_REQUEST', { method: 'personal_sign', params: [hex(text), frame.address] })
    await decide(frame, 'reject')
    expect(await signing).toEqual({ ok: false, payload: { message: 'You rejected the request.', code: 4001 } })
    expect(frame.workers.posted.some(({ to }) => to.task === 'sign')).toBe(false)
  })

  test('[F13] approval of other bytes than those that are shown signs nothing', async () => {
    const frame = await opened()
    const signing = frame.ask('RPC_REQUEST', { method: 'personal_sign', params: [hex(text), frame.address] })
    await expect.poll(() => frame.frame.state.get().approvals.length).toBe(1)
    frame.frame.approvals.approve(frame.frame.state.get().approvals[0]?.id ?? 0, ['other'])
    expect(await signing).toMatchObject({ ok: false, payload: { code: 4001 } })
    expect(frame.workers.posted.some(({ to }) => to.task === 'sign')).toBe(false)
  })

  test('a sign-in for another site than the browser’s word is warned of', async () => {
    const frame = await opened()
    const words = `bank.example wants you to sign in with your Ethereum account:\n${frame.address}`
    const signing = frame.ask('RPC_REQUEST', { method: 'personal_sign', params: [hex(words), frame.address] })
    const { shown } = await decide(frame, 'reject')
    expect(shown.warnings.map(({ text }) => text).join()).toContain('bank.example')
    await signing
  })

  test('a sign-in at the page’s own domain is asked as one', async () => {
    const frame = await opened()
    const fields = `URI: ${site}\nVersion: 1\nChain ID: 1\nNonce: abcdefgh12345678\nIssued At: ${new Date().toISOString()}`
    const words = `dapp.example wants you to sign in with your Ethereum account:\n${frame.address}\n\nHello.\n\n${fields}`
    const signing = frame.ask('RPC_REQUEST', { method: 'personal_sign', params: [hex(words), frame.address] })
    const { shown } = await decide(frame, 'approve')
    expect([shown.asksFor, shown.warnings]).toEqual(['signIn', []])
    expect(await signing).toMatchObject({ ok: true })
  })

  test('a message of Solana’s is signed by Ed25519', async () => {
    const frame = await opened()
    const { payload: user } = await frame.ask('GET_USER', { chainId: 'solana:local' })
    const { address } = Object(user)
    const params = { message: '3yZe7d', pubkey: address } // "test" in base58
    const signing = frame.ask('RPC_REQUEST', { method: 'solana_signMessage', params })
    await decide(frame, 'approve')
    expect(await signing).toMatchObject({
      ok: true,
      payload: { signature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/) },
    })
  })

  test('nobody logged in signs nothing', async () => {
    const { ask } = await testFrame()
    expect(await ask('RPC_REQUEST', { method: 'personal_sign', params: [] })).toMatchObject({
      ok: false,
      payload: { code: 4100 },
    })
  })

  test('signing out rejects what waits', async () => {
    const frame = await opened()
    const signing = frame.ask('RPC_REQUEST', { method: 'personal_sign', params: [hex(text), frame.address] })
    await expect.poll(() => frame.frame.state.get().approvals.length).toBe(1)
    expect((await frame.ask('SIGN_OUT')).ok).toBe(true)
    expect(await signing).toMatchObject({ ok: false, payload: { code: 4001 } })
  })

  test('signing out ends what is still being read, which isn’t shown then', async () => {
    const held: (() => void)[] = []
    const own = () => new Promise<Response>((resolve) => held.push(() => resolve(Response.json({ status: 'ERROR' }))))
    const frame = await opened({ own })
    const shown: number[] = []
    frame.frame.state.subscribe(() => shown.push(frame.frame.state.get().approvals.length))
    const signing = frame.ask('RPC_REQUEST', { method: 'personal_sign', params: [hex(text), frame.address] })
    await expect.poll(() => held.length).toBeGreaterThan(0)
    expect((await frame.ask('SIGN_OUT')).ok).toBe(true)
    for (const answer of held) answer()
    expect(await signing).toMatchObject({ ok: false, payload: { code: 4001 } })
    expect(Math.max(...shown)).toBe(0)
  })
})

describe('[F8] where a message comes from', () => {
  const message = { id: 'a', type: '@w3m-app/GET_CHAIN_ID' }

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a look-alike', { origin: 'https://dapp.example.evil.example' }],
    ['no origin', { origin: 'null' }],
    ['another window', { source: {} }],
    ['no window', { source: null }],
    ['the wallet’s own origin', { origin: 'https://wallet.example' }],
  ])('%s is no page around', async (_name, from) => {
    const { deliver, posted } = await testFrame()
    deliver({ data: message, ...from })
    await new Promise((resolve) => setImmediate(resolve))
    expect(posted).toHaveLength(1)
  })

  test('every post names the one origin', async () => {
    const frame = await opened()
    expect(frame.posted.length).toBeGreaterThanOrEqual(5)
    expect(frame.posted.every(({ target }) => target === site)).toBe(true)
  })

  test('after a hello everything goes over its port, and nothing over the window', async () => {
    const { deliver, posted } = await testFrame()
    const { port1, port2 } = new MessageChannel()
    const said: unknown[] = []
    port1.onmessage = ({ data }) => said.push(data)
    deliver({ data: hello(), ports: [port2] })
    port1.postMessage(message)
    await expect.poll(() => said.length).toBe(2)
    expect(said).toEqual([
      hello(['eip155:1', 'eip155:31337', 'solana:local']),
      { id: 'a', type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 1 } },
    ])
    deliver({ data: { ...message, id: 'b' } })
    await new Promise((resolve) => setImmediate(resolve))
    expect(posted).toHaveLength(1)
    port1.close()
  })

  test('of two hellos the last one’s port counts, and the first one’s no more', async () => {
    const { deliver } = await testFrame()
    const [first, last] = [new MessageChannel(), new MessageChannel()]
    const said: (readonly [string, string])[] = []
    first.port1.onmessage = ({ data }) => said.push(['first', data.type])
    last.port1.onmessage = ({ data }) => said.push(['last', data.type])
    for (const { port2 } of [first, last]) deliver({ data: hello(), ports: [port2] })
    first.port1.postMessage({ ...message, id: 'b' })
    last.port1.postMessage(message)
    await expect.poll(() => said.at(-1)).toEqual(['last', '@w3m-frame/GET_CHAIN_ID_SUCCESS'])
    expect(said.filter(([whose]) => whose === 'first').length).toBeLessThanOrEqual(1)
    for (const { port1 } of [first, last]) port1.close()
  })

  test('a hello without a port is none, and a port without a hello isn’t taken', async () => {
    const { deliver, ask, frame } = await testFrame()
    deliver({ data: hello() })
    const { port1, port2 } = new MessageChannel()
    deliver({ data: { ...message, id: 'by port' }, ports: [port2] })
    expect(await ask('GET_CHAIN_ID')).toEqual({ ok: true, payload: { chainId: 1 } })
    expect(frame.channel.isOwn()).toBe(false)
    port1.close()
  })

  test('a port of another window’s isn’t taken', async () => {
    const { deliver, posted, ask } = await testFrame()
    const { port1, port2 } = new MessageChannel()
    deliver({ data: hello(), ports: [port2], origin: 'https://evil.example' })
    expect(await ask('GET_CHAIN_ID')).toEqual({ ok: true, payload: { chainId: 1 } })
    expect(posted).toHaveLength(2)
    port1.close()
  })
})
