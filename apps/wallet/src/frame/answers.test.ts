import { cancelling, hello, prefixes } from '@foyer/embedded/protocol'
import { describe, expect, test } from 'vitest'
import { scriptedServers } from '../test/scriptedServers.js'
import { logIn, testFrame } from '../test/testFrame.js'

type Frame = Awaited<ReturnType<typeof testFrame>>

async function opened(parameters?: Parameters<typeof testFrame>[0]): Promise<Frame> {
  const frame = await testFrame(parameters)
  await logIn(frame)
  return frame
}

const rpc = ({ ask }: Frame, method: string, params?: unknown) => ask('RPC_REQUEST', { method, params })
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('what waits', () => {
  /** A frame whose login server doesn't answer, so that each mail asked for waits. */
  async function stuck() {
    const servers = await scriptedServers()
    const frame = await testFrame({ servers: { ...servers, fetch: () => new Promise(() => {}) } })
    const asked = (id: string) =>
      frame.deliver({
        data: { id, type: `${prefixes.app}CONNECT_EMAIL`, payload: { email: 'ada@example.com' } },
      })
    return { ...frame, asked }
  }

  test('is 64 requests at most: one more is refused at once, and keeps none of them from being answered', async () => {
    const { asked, posted } = await stuck()
    for (let count = 0; count < 65; count += 1) asked(`id${count}`)
    await settled()
    const answers = posted.slice(1).map(({ message }) => [message.id, message.type, message.payload])
    const refused = [`${prefixes.frame}CONNECT_EMAIL_ERROR`, { message: expect.stringMatching(/./) }]
    expect(answers).toEqual([['id64', ...refused]])
  })

  test('is asked once by its id, and by none that is longer than 64 characters', async () => {
    const { deliver, posted } = await testFrame()
    const chain = (id: string) => ({ id, type: `${prefixes.app}GET_CHAIN_ID` })
    deliver({ data: chain('same') })
    deliver({ data: chain('same') })
    deliver({ data: chain('a'.repeat(65)) })
    deliver({ data: chain('b'.repeat(64)) })
    deliver({ data: { type: `${prefixes.app}GET_CHAIN_ID` } })
    await settled()
    expect(posted.slice(1).map(({ message }) => message.id)).toEqual(['same', 'b'.repeat(64), undefined])
  })

  test('is forgotten where the page around says so, by its id', async () => {
    const { deliver, frame, ask } = await opened()
    const { address } = Object((await ask('GET_USER', { chainId: 1 })).payload)
    const { port1, port2 } = new MessageChannel()
    const said: unknown[] = []
    port1.onmessage = ({ data }) => said.push(data)
    deliver({ data: hello(), ports: [port2] })
    const payload = { method: 'personal_sign', params: ['0x00', address] }
    for (const id of ['a', 'b']) port1.postMessage({ id, type: `${prefixes.app}RPC_REQUEST`, payload })
    await expect.poll(() => frame.state.get().approvals.length).toBe(2)
    port1.postMessage(cancelling('none'))
    port1.postMessage(cancelling('a'))
    await expect.poll(() => frame.state.get().approvals.length).toBe(1)
    await expect.poll(() => said.at(-1)).toMatchObject({ id: 'a', payload: { code: 4001 } })
    port1.close()
  })
})

describe('what is answered without the network and the visitor', () => {
  test('[S6.3] the account, the chain and what the wallet can do', async () => {
    const frame = await opened()
    const { payload } = await frame.ask('GET_USER', { chainId: 31337 })
    const { address } = Object(payload)
    expect(payload).toMatchObject({ chainId: 31337, accounts: [{ address, type: 'eoa' }], smartAccountDeployed: false })
    expect(await rpc(frame, 'eth_accounts')).toEqual({ ok: true, payload: [address] })
    expect(await rpc(frame, 'eth_chainId')).toEqual({ ok: true, payload: '0x7a69' })
    expect(await rpc(frame, 'wallet_getCapabilities')).toEqual({ ok: true, payload: { '0x1': {}, '0x7a69': {} } })
  })

  test('on a network of another family an EVM request has none', async () => {
    const frame = await opened()
    await frame.ask('SWITCH_NETWORK', { chainId: 'solana:local' })
    for (const method of ['eth_chainId', 'eth_blockNumber'])
      expect(await rpc(frame, method)).toMatchObject({ ok: false, payload: { code: 4901 } })
  })

  test('whether somebody is logged in', async () => {
    const frame = await testFrame()
    expect(await frame.ask('IS_CONNECTED')).toEqual({ ok: true, payload: { isConnected: false } })
    await logIn(frame)
    expect(await frame.ask('IS_CONNECTED')).toEqual({ ok: true, payload: { isConnected: true } })
    await frame.ask('SIGN_OUT')
    expect(await frame.ask('IS_CONNECTED')).toEqual({ ok: true, payload: { isConnected: false } })
  })

  test('[S3.8] the looks stay as they were where they aren’t said', async () => {
    const { ask, frame } = await testFrame()
    const accent = { '--w3m-accent': 'red' }
    await ask('SYNC_THEME', { themeMode: 'dark', w3mThemeVariables: accent })
    await ask('SYNC_THEME', {})
    expect(frame.state.get().theme).toEqual({ mode: 'dark', accent: 'red' })
    await ask('SYNC_THEME', { themeMode: 'light', w3mThemeVariables: { '--w3m-accent': 'blue' } })
    expect(frame.state.get().theme).toEqual({ mode: 'light', accent: 'blue' })
  })
})

describe('what the network says', () => {
  test.each([
    ['nonsense', 'nonsense'],
    ['an error without a code', { error: { message: 'no' } }],
  ])('that is %s is a failure of its node', async (_, said) => {
    const frame = await testFrame({ node: () => (typeof said === 'string' ? { error: said } : said) })
    const { ok, payload } = await rpc(frame, 'eth_blockNumber')
    expect({ ok, payload }).toMatchObject({ ok: false, payload: { code: -32_603 } })
  })

  test('that can’t be had is one too', async () => {
    const frame = await testFrame({
      node: () => {
        throw new Error('away')
      },
    })
    expect(await rpc(frame, 'eth_blockNumber')).toMatchObject({ ok: false, payload: { code: -32_603 } })
  })
})

test.each([
  ['solana_signTransaction', { transaction: '0OIl' }],
  ['solana_signTransaction', { transaction: '' }],
  ['solana_signTransaction', { transaction: 'a'.repeat(1_701) }],
  ['solana_signAllTransactions', { transactions: ['abc', '!'] }],
  ['solana_signAndSendTransaction', { transaction: 'abc=' }],
])('%s of what isn’t base58 is refused before anything is shown: %o', async (method, params) => {
  const frame = await opened()
  await frame.ask('SWITCH_NETWORK', { chainId: 'solana:local' })
  expect(await rpc(frame, method, params)).toEqual({
    ok: false,
    payload: { message: 'The transaction isn’t base58.', code: -32_602 },
  })
  expect(frame.frame.state.get().approvals).toEqual([])
})
