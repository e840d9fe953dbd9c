import { afterEach, describe, expect, test, vi } from 'vitest'
import { requestExpiryMs } from '../attempt/runAttempt.js'
import { chooseAccount } from '../connection/index.js'
import type { Approval, FamilyActions } from '../connector/family.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { HttpError } from '../errors/http.js'
import { RequestTimeoutError, UserRejectedError } from '../errors/wallet.js'
import type { Foyer } from '../foyer.js'
import type { Fetched } from '../query/definition.js'
import { watch } from '../query/watch.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { push } from '../view/navigate.js'
import type { OpenApproval } from '../wire/account.js'
import {
  type AccountApprovals,
  approvalKey,
  dismissRevoking,
  type GivenApproval,
  isUnlimited,
  revoke,
  revokingOf,
} from './index.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const [ann, bea] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`]
const spending = { name: '', isSpam: false } as const
const approvalOf = (contract: string): OpenApproval => ({
  ...{ ...spending, kind: 'token', contract, spender: `0x${'f1'.repeat(20)}` },
  ...{ amount: '5', symbol: 'USD', decimals: 6, iconUrl: '' },
})
/** Each account has approved something else, on each network. */
const contractOf = (path: string, chainId: string | null) =>
  `0x${path.includes(ann) ? 'aa' : 'bb'}${chainId?.endsWith(':1') ? '01' : '02'}${'0'.repeat(36)}`

async function approvalsKit(more: Partial<FamilyActions> = {}) {
  const server = { known: true, status: 200, asked: 0 }
  vi.stubGlobal('fetch', async (request: URL | string) => {
    const { pathname, searchParams } = new URL(request)
    if (pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:1', 'eip155:11155111'], ws: [] })
    server.asked += 1
    const contract = contractOf(pathname.toLowerCase(), searchParams.get('chainId'))
    return Response.json({ known: server.known, approvals: [approvalOf(contract)] }, { status: server.status })
  })
  const revoked: Approval[] = []
  const by: string[] = []
  const evm = fakeAdapter('eip155', {
    actions: async () => ({
      nativeBalance: async () => 1n,
      isSameAddress: (one, other) => one.toLowerCase() === other.toLowerCase(),
      revocation({ approval }) {
        revoked.push(approval)
        return { call: { to: approval.contract, data: '0x' }, decoded: { contract: '', method: '', inputs: [] } }
      },
      async sendCall({ wallet }) {
        by.push(wallet.account.address)
        return { hash: '0x1' }
      },
      waitForTransaction: async ({ hash }) => ({ hash, status: 'success' }),
      ...more,
    }),
  })
  const wallet = fakeConnector({ accounts: [account(ann), account(bea)] })
  const kit = fakeKit({
    connectors: [wallet],
    adapters: [evm, fakeAdapter('solana'), fakeAdapter('bip122')],
    api: 'https://server.test',
  })
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  await kit.foyer.connect({ connectorId: 'fake' })
  const received: Fetched<AccountApprovals>[] = []
  stops.push(watch(kit.foyer, 'approvals', {}, (state) => received.push(state)))
  const last = () => received.at(-1)
  const ready = (contract: string) =>
    vi.waitUntil(() => last()?.status === 'ready' && last()?.data?.approvals[0]?.approval.contract === contract, {
      interval: 1,
    })
  return { ...kit, wallet, server, revoked, by, received, last, ready }
}

describe('what may be taken of an account', () => {
  test('[F27] is that account’s on that network, and never another’s', async () => {
    const { foyer, wallet, received, last, ready } = await approvalsKit()
    await ready(contractOf(ann, 'eip155:1'))
    chooseAccount(foyer, { family: 'eip155', address: bea })
    await ready(contractOf(bea, 'eip155:1'))
    wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:11155111' })
    await ready(contractOf(bea, 'eip155:11155111'))
    chooseAccount(foyer, { family: 'eip155', address: ann })
    await ready(contractOf(ann, 'eip155:11155111'))
    expect(last()).toMatchObject({ data: { known: true, approvals: [{ account: ann, networkId: 'eip155:11155111' }] } })
    for (const { data: { approvals = [] } = {} } of received)
      for (const { account: owner, networkId, approval } of approvals)
        expect(approval.contract).toBe(contractOf(owner, networkId))
  })

  test('[F27] is looked at again every 10 s while it is watched: an index may be behind the chain', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    const { server, last } = await approvalsKit()
    await vi.waitFor(() => expect(last()?.status).toBe('ready'))
    const { asked } = server
    await vi.advanceTimersByTimeAsync(9_000)
    expect(server.asked).toBe(asked)
    server.known = false
    await vi.advanceTimersByTimeAsync(1_000)
    await vi.waitFor(() => expect(last()?.data?.known).toBe(false))
  })

  test('a server that can’t know of all says so, and one that fails leaves what was known', async () => {
    const { server, last, ready } = await approvalsKit()
    await ready(contractOf(ann, 'eip155:1'))
    server.known = false
    last()?.refetch()
    await vi.waitUntil(() => last()?.data?.known === false, { interval: 1 })
    server.status = 400
    last()?.refetch()
    await vi.waitUntil(() => last()?.status === 'failed', { interval: 1 })
    expect(last()).toMatchObject({ data: { known: false, approvals: [{ account: ann }] } })
  })
})

describe('an approval', () => {
  const given: GivenApproval = { approval: approvalOf('0xC1'), networkId: 'eip155:1', account: ann }
  const nft = (tokenId: string): GivenApproval => {
    const approval: OpenApproval = { ...spending, kind: 'nft', contract: '0xC1', spender: '0xF1', tokenId }
    return { ...given, approval }
  }

  test.each([
    ['account', { ...given, account: bea }],
    ['network', { ...given, networkId: 'eip155:10' as const }],
    ['contract', { ...given, approval: approvalOf('0xC2') }],
    ['spender', { ...given, approval: { ...given.approval, spender: '0xF2' } }],
    ['kind', { ...given, approval: { ...spending, kind: 'collection' as const, contract: '0xC1', spender: '0xF1' } }],
  ])('[F27] of another %s is another', (_, other) => {
    expect(approvalKey(other)).not.toBe(approvalKey(given))
  })

  test('of another picture is another; of another amount, or in another case, it is the same', () => {
    expect(approvalKey(nft('1'))).not.toBe(approvalKey(nft('2')))
    const { approval } = given
    expect(approvalKey({ ...given, approval: { ...approval, contract: '0xc1' } })).toBe(approvalKey(given))
    expect(approvalKey({ ...given, approval: { ...approvalOf('0xC1'), name: 'other' } })).toBe(approvalKey(given))
  })

  test('of everything there will ever be is unlimited, in 256 bits or in 96', () => {
    expect([2n ** 256n - 1n, 2n ** 255n, 2n ** 96n - 1n].map(isUnlimited)).toEqual([true, true, true])
    expect([2n ** 255n - 1n, 2n ** 96n, 2n ** 96n - 2n, 0n].map(isUnlimited)).toEqual([false, false, false, false])
  })
})

describe('taking an approval back', () => {
  const given: GivenApproval = { approval: approvalOf('0xC1'), networkId: 'eip155:1', account: ann }
  const howIs = ({ store }: Foyer, one = given) => revokingOf(store.getState().connection.attempts, one)
  const shownView = ({ store }: Foyer) => store.getState().view.history.at(-1)
  const until = (holds: () => boolean) => vi.waitUntil(holds, { interval: 1 })
  /** A wallet that answers when the test says so. */
  async function askedKit(more: Partial<FamilyActions> = {}) {
    let answer = (_: { readonly hash: string }) => {}
    let asked = 0
    const kit = await approvalsKit({
      sendCall: () =>
        new Promise((resolve) => {
          asked += 1
          answer = resolve
        }),
      ...more,
    })
    const revoked = revoke(kit.foyer, given)
    await until(() => asked === 1)
    return { ...kit, revoked, asked: () => asked, answer: (sent: { readonly hash: string }) => answer(sent) }
  }
  const unknown = { status: 'failed', notice: 'error.mayHaveBeenSent', mayHaveBeenSent: true } as const

  test('[F22 F27] the wallet is asked once, by the account that gave it, whichever is in front', async () => {
    const { foyer, by, revoked } = await approvalsKit()
    await Promise.all([revoke(foyer, given), revoke(foyer, given)])
    expect(revoked).toMatchObject([{ kind: 'token', contract: '0xC1', spender: given.approval.spender }])
    expect(by).toEqual([ann])
    expect(howIs(foyer)).toEqual({ status: 'done' })
    expect(howIs(foyer, { ...given, account: bea })).toBeUndefined()
    chooseAccount(foyer, { family: 'eip155', address: bea })
    dismissRevoking(foyer, given)
    await revoke(foyer, given)
    expect(by).toEqual([ann, ann])
  })

  test.each([
    [new UserRejectedError(), 'error.rejected', undefined],
    [new RequestTimeoutError({ timeoutMs: 1 }), 'error.mayHaveBeenSent', true],
    [new Error('broken'), 'error.unknown', undefined],
  ])('%s says so, and it is begun anew by a press only', async (error, notice, mayHaveBeenSent) => {
    const { foyer } = await approvalsKit({ sendCall: () => Promise.reject(error) })
    await revoke(foyer, given)
    expect(howIs(foyer)).toEqual({ status: 'failed', notice, mayHaveBeenSent })
    dismissRevoking(foyer, given)
    expect(howIs(foyer)).toBeUndefined()
  })

  test.each([
    ['the chain reverts', { hash: '0x1', status: 'reverted' }, 'account.transactionReverted'],
    [
      'is cancelled in the wallet',
      { hash: '0x2', status: 'success', replacement: 'cancelled' },
      'account.transactionCancelled',
    ],
    ['is replaced there', { hash: '0x2', status: 'success', replacement: 'replaced' }, 'account.transactionReplaced'],
  ] as const)('what %s isn’t done: it is said once, and a round stays with it', async (_, mined, notice) => {
    const { foyer } = await approvalsKit({ waitForTransaction: async () => mined })
    foyer.open({ view: 'RevokeApproval', ...given, round: { following: [{ ...given, account: bea }], count: 2 } })
    await revoke(foyer, given)
    expect(howIs(foyer)).toEqual({ status: 'failed', notice, mayHaveBeenSent: undefined })
    expect(foyer.store.getState().snackbar?.message).toBe(notice)
    expect(shownView(foyer)).toMatchObject({ view: 'RevokeApproval', account: ann })
  })

  test('what can’t be followed may have been mined all the same', async () => {
    const down = () => Promise.reject(new HttpError({ status: 502, body: '' }))
    const { foyer } = await approvalsKit({ waitForTransaction: down })
    await revoke(foyer, given)
    expect(howIs(foyer)).toEqual(unknown)
  })

  test('[F18] a wallet that gives no answer may have sent it; a late answer changes nothing', async () => {
    const { foyer, clock, revoked, asked, answer } = await askedKit()
    expect(howIs(foyer)).toEqual({ status: 'asking' })
    await clock.advance(requestExpiryMs)
    await revoked
    expect(howIs(foyer)).toEqual(unknown)
    const { connection } = foyer.store.getState()
    answer({ hash: '0x1' })
    await clock.advance(requestExpiryMs)
    expect(foyer.store.getState().connection).toBe(connection)
    expect(asked()).toBe(1)
  })

  test('[F18] stopping ends it, while the wallet is asked and while it is mined', async () => {
    const { foyer, revoked } = await askedKit()
    foyer.stop()
    await revoked
    expect(howIs(foyer)).toBeUndefined()
    const { signals, ...other } = await minedKit()
    const mined = revoke(other.foyer, given)
    await until(() => howIs(other.foyer)?.status === 'mining')
    await until(() => signals.length === 1)
    other.foyer.stop()
    await mined
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
    expect(howIs(other.foyer)).toBeUndefined()
  })

  /** A chain that mines when the test says so. */
  async function minedKit() {
    const signals: AbortSignal[] = []
    let mine = () => {}
    const kit = await approvalsKit({
      waitForTransaction: ({ hash, signal }) =>
        new Promise((resolve) => {
          if (signal) signals.push(signal)
          mine = () => resolve({ hash, status: 'success' })
        }),
    })
    return { ...kit, signals, mine: () => mine() }
  }

  test('[F22] what waits for the chain isn’t asked for again, and its receipt says how it ends, alone', async () => {
    const { foyer, by, signals, mine } = await minedKit()
    foyer.open({ view: 'Approvals' })
    push(foyer, { view: 'RevokeApproval', ...given })
    const revoked = revoke(foyer, given)
    await until(() => howIs(foyer)?.status === 'mining')
    expect(howIs(foyer)).toEqual({ status: 'mining', hash: '0x1' })
    expect(shownView(foyer)).toMatchObject({ view: 'Receipt', hash: '0x1', kind: 'revoke' })
    await revoke(foyer, given)
    dismissRevoking(foyer, given)
    expect(howIs(foyer)).toEqual({ status: 'mining', hash: '0x1' })
    await until(() => signals.length === 1)
    mine()
    await revoked
    expect(by).toEqual([ann])
    expect(howIs(foyer)).toEqual({ status: 'done' })
    expect(foyer.store.getState().snackbar).toBeUndefined()
  })

  test('a round goes on to the next once it is mined, which the tray says', async () => {
    const { foyer, signals, mine } = await minedKit()
    const next = { ...given, approval: approvalOf('0xC2') }
    foyer.open({ view: 'RevokeApproval', ...given, round: { following: [next], count: 2 } })
    const revoked = revoke(foyer, given)
    await until(() => signals.length === 1)
    expect(shownView(foyer)).toMatchObject({ view: 'RevokeApproval', approval: { contract: '0xC1' } })
    mine()
    await revoked
    expect(shownView(foyer)).toMatchObject({ approval: { contract: '0xC2' }, round: { following: [], count: 2 } })
    expect(foyer.store.getState().snackbar?.message).toBe('account.transactionMined')
  })

  test('who has gone on to another view stays there', async () => {
    const { foyer, revoked, answer } = await askedKit()
    foyer.open({ view: 'RevokeApproval', ...given, approval: approvalOf('0xC2') })
    answer({ hash: '0x1' })
    await revoked
    expect(howIs(foyer)).toEqual({ status: 'done' })
    expect(shownView(foyer)).toMatchObject({ view: 'RevokeApproval', approval: { contract: '0xC2' } })
  })

  test('another kit of the page knows nothing of it', async () => {
    const { foyer } = await askedKit()
    const other = await approvalsKit()
    expect(howIs(other.foyer)).toBeUndefined()
    await revoke(other.foyer, given)
    expect([howIs(foyer), howIs(other.foyer)]).toEqual([{ status: 'asking' }, { status: 'done' }])
  })
})
