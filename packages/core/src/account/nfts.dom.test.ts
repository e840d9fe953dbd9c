import { createServer } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dismissRevoking, revoke, revokingOf } from '../approvals/approvals.js'
import { isUnlimited } from '../approvals/openApproval.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { UserRejectedError } from '../errors/wallet.js'
import type { Foyer } from '../foyer.js'
import type { Fetched } from '../query/definition.js'
import { watch } from '../query/watch.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import type { ApprovalsReply, HeldNft, NftsReply, OpenApproval } from '../wire/account.js'
import type { AccountNfts } from './feature.js'
import { nfts } from './nfts.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const owner = '0x00000000000000000000000000000000000000A1'
const contract = '0x00000000000000000000000000000000000000C1'

const held = (tokenId: number): HeldNft => {
  return { contract, tokenId: `${tokenId}`, standard: 'erc721', amount: '1', name: `No. ${tokenId}`, isSpam: false }
}

type Answer = NftsReply | ApprovalsReply | 400 | 404

/** A server on this machine that answers what the test says, and a kit that is connected. */
async function open({ answer, networks = ['eip155:1'] }: { answer: (url: URL) => Answer; networks?: string[] }) {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    const isHoldings = /\/(nfts|approvals)$/.test(url.pathname)
    if (isHoldings) asked.push(url)
    const said = isHoldings ? answer(url) : { http: networks, ws: [] }
    const status = typeof said === 'number' ? said : 200
    response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    response.end(JSON.stringify(typeof said === 'number' ? {} : said))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  stops.push(() => server.close())
  const address = server.address()
  const api = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const evm = { nativeBalance: async () => 1n, ...walletActions() }
  const kit = fakeKit({
    api,
    connectors: [fakeConnector({ accounts: [account(owner)] })],
    adapters: [fakeAdapter('eip155', { actions: async () => evm }), fakeAdapter('solana'), fakeAdapter('bip122')],
  })
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  await kit.foyer.connect({ connectorId: 'fake' })
  return { ...kit, asked, evm }
}

/** A family that takes approvals back, whose wallet and chain do what the test says. */
function walletActions() {
  return {
    sendCall: vi.fn(async (_: { call: unknown }) => ({ hash: '0x1' })),
    waitForTransaction: vi.fn(async () => ({ hash: '0x1', status: 'success' as 'success' | 'reverted' })),
    revocation: vi.fn(
      ({ approval: { contract: of, spender } }: { approval: { contract: string; spender: string } }) => {
        const call = { to: of, data: `revoke ${spender}` }
        return { call, decoded: { contract: of, method: 'revoke', inputs: [{ name: 'spender', value: spender }] } }
      },
    ),
  }
}

describe('watch of the NFTs', () => {
  const pages: Readonly<Record<string, NftsReply>> = {
    '': { known: true, nfts: [held(3), held(2)], next: 'b' },
    b: { known: true, nfts: [held(2), held(1)], next: null },
  }
  const pageOf = (url: URL): Answer => pages[url.searchParams.get('cursor') ?? ''] ?? 400

  test('lists by pages, each NFT once, with its network', async () => {
    const { foyer, asked } = await open({ answer: pageOf })
    const received: Fetched<AccountNfts>[] = []
    stops.push(watch(foyer, 'nfts', {}, (state) => received.push(state)))
    const last = () => received.at(-1)
    await vi.waitUntil(() => last()?.status === 'ready', { interval: 1 })
    expect(last()).toMatchObject({ data: { known: true }, more: 'there' })
    expect(asked[0]?.pathname).toBe(`/v1/account/${owner}/nfts`)
    last()?.loadMore()
    expect(last()?.more).toBe('loading')
    last()?.loadMore()
    await vi.waitUntil(() => last()?.more === 'none', { interval: 1 })
    expect(last()?.data?.nfts.map(({ tokenId, networkId }) => [tokenId, networkId])).toEqual([
      ['3', 'eip155:1'],
      ['2', 'eip155:1'],
      ['1', 'eip155:1'],
    ])
    expect(asked.map(({ searchParams }) => searchParams.get('cursor'))).toEqual([null, 'b'])
    // Asked again, it has as many pages as before.
    last()?.refetch()
    await vi.waitUntil(() => asked.length === 4, { interval: 1 })
    expect(last()?.data?.nfts).toHaveLength(3)
  })

  test('one page is looked at again every 30 s, as an index may be behind the chain; several aren’t', () => {
    const [first, second] = [pages[''], pages.b]
    if (!first || !second) throw new Error('no pages')
    expect(nfts.pollMs?.({ input: {}, answers: [first], count: 9 })).toBe(30_000)
    expect(nfts.pollMs?.({ input: {}, answers: [first, second], count: 9 })).toBe(false)
  })

  test('a page that fails leaves those before, and can be asked for again', async () => {
    let fails = true
    const answer = (url: URL): Answer => (url.searchParams.has('cursor') && fails ? 400 : pageOf(url))
    const { foyer, errors } = await open({ answer })
    const received: Fetched<AccountNfts>[] = []
    stops.push(watch(foyer, 'nfts', {}, (state) => received.push(state)))
    const last = () => received.at(-1)
    await vi.waitUntil(() => last()?.status === 'ready', { interval: 1 })
    last()?.loadMore()
    await vi.waitUntil(() => last()?.more === 'failed', { interval: 1 })
    expect(last()).toMatchObject({ status: 'ready', data: { known: true } })
    expect(last()?.data?.nfts).toHaveLength(2)
    expect(errors).toHaveLength(1)
    fails = false
    last()?.loadMore()
    await vi.waitUntil(() => last()?.more === 'none', { interval: 1 })
    expect(last()?.data?.nfts).toHaveLength(3)
  })

  test.each([
    ['doesn’t have the call', ['eip155:1'], () => 404 as const],
    ['doesn’t serve the network', ['eip155:5'], pageOf],
    ['doesn’t follow the network', ['eip155:1'], () => ({ known: false, nfts: [], next: null })],
  ])('a server that %s makes it say that it doesn’t know', async (_, networks, answer) => {
    const { foyer } = await open({ answer, networks })
    const received: Fetched<AccountNfts>[] = []
    stops.push(watch(foyer, 'nfts', {}, (state) => received.push(state)))
    await vi.waitUntil(() => received.at(-1)?.status === 'ready', { interval: 1 })
    expect(received.at(-1)).toMatchObject({ data: { known: false, nfts: [] }, more: 'none' })
  })
})

const approval: OpenApproval = {
  kind: 'token',
  contract,
  spender: '0x00000000000000000000000000000000000000D1',
  name: 'Digital Dollar',
  symbol: 'DUSD',
  decimals: 6,
  iconUrl: '',
  amount: '5',
  isSpam: false,
}

describe('approvals', () => {
  const given = { approval, networkId: 'eip155:1', account: owner } as const
  const howIs = ({ store }: Foyer) => revokingOf(store.getState().connection.attempts, given)

  test('are asked for anew once one was taken back and mined', async () => {
    let standing: readonly OpenApproval[] = [approval]
    const { foyer, asked, evm } = await open({ answer: () => ({ known: true, approvals: standing }) })
    const lists: (readonly unknown[])[] = []
    stops.push(watch(foyer, 'approvals', {}, ({ data }) => lists.push(data?.approvals ?? [])))
    await vi.waitUntil(() => lists.at(-1)?.length === 1, { interval: 1 })
    expect(lists.at(-1)).toEqual([given])
    standing = []
    await revoke(foyer, given)
    expect(evm.sendCall).toHaveBeenCalledTimes(1)
    expect(evm.sendCall.mock.calls[0]?.[0]).toMatchObject({
      call: { to: contract, data: `revoke ${approval.spender}` },
    })
    expect(howIs(foyer)).toEqual({ status: 'done' })
    await vi.waitUntil(() => lists.at(-1)?.length === 0, { interval: 1 })
    expect(asked.length).toBeGreaterThan(1)
  })

  test('[F22] a wallet is asked once, however often it is pressed; a refusal is a sentence, and can be tried anew', async () => {
    const { foyer, errors, evm } = await open({ answer: () => ({ known: true, approvals: [approval] }) })
    let refuse = (_: unknown) => {}
    evm.sendCall.mockImplementationOnce(() => new Promise((_, reject) => (refuse = reject)))
    const first = revoke(foyer, given)
    await vi.waitUntil(() => evm.sendCall.mock.calls.length === 1, { interval: 1 })
    await revoke(foyer, given)
    expect(howIs(foyer)).toEqual({ status: 'asking' })
    refuse(new UserRejectedError())
    await first
    expect(evm.sendCall).toHaveBeenCalledTimes(1)
    expect(howIs(foyer)).toEqual({ status: 'failed', notice: 'error.rejected' })
    expect(errors).toEqual([])
    dismissRevoking(foyer, given)
    expect(howIs(foyer)).toBeUndefined()
    evm.waitForTransaction.mockResolvedValue({ hash: '0x1', status: 'reverted' })
    await revoke(foyer, given)
    expect(howIs(foyer)).toEqual({ status: 'failed', notice: 'account.transactionReverted' })
  })

  test.each([
    [2n ** 256n - 1n, true],
    [2n ** 255n, true],
    [2n ** 255n - 1n, false],
    [2n ** 96n - 1n, true],
    [2n ** 96n, false],
    [0n, false],
  ])('an amount of %s is unlimited: %s', (amount, expected) => expect(isUnlimited(amount)).toBe(expected))
})
