import { afterEach, describe, expect, test, vi } from 'vitest'
import { chooseAccount } from '../connection/choices.js'
import type { Approval, FamilyActions } from '../connector/family.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { HttpError } from '../errors/http.js'
import { RequestTimeoutError, UserRejectedError } from '../errors/wallet.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import type { OpenApproval } from '../wire/account.js'
import {
  type ApprovalsState,
  approvalKey,
  dismissRevoking,
  type GivenApproval,
  isUnlimited,
  revoke,
  revokings,
  watchApprovals,
} from './index.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
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
  const received: ApprovalsState[] = []
  stops.push(watchApprovals(kit.foyer, {}, (state) => received.push(state)))
  const last = () => received.at(-1)
  const ready = (contract: string) =>
    vi.waitUntil(() => last()?.status === 'ready' && last()?.approvals[0]?.approval.contract === contract, {
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
    expect(last()).toMatchObject({ known: true, approvals: [{ account: ann, networkId: 'eip155:11155111' }] })
    for (const { approvals } of received)
      for (const { account: owner, networkId, approval } of approvals)
        expect(approval.contract).toBe(contractOf(owner, networkId))
  })

  test('a server that can’t know of all says so, and one that fails leaves what was known', async () => {
    const { server, last, ready } = await approvalsKit()
    await ready(contractOf(ann, 'eip155:1'))
    server.known = false
    last()?.refetch()
    await vi.waitUntil(() => last()?.known === false, { interval: 1 })
    server.status = 400
    last()?.refetch()
    await vi.waitUntil(() => last()?.status === 'failed', { interval: 1 })
    expect(last()).toMatchObject({ known: false, approvals: [{ account: ann }] })
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
  const howIs = (foyer: object, one = given) => revokings(foyer).get()[approvalKey(one)]

  test('[F22 F27] the wallet is asked once, by the account that gave it, whichever is in front', async () => {
    const { foyer, by, revoked } = await approvalsKit()
    await Promise.all([revoke(foyer, given), revoke(foyer, given)])
    expect(revoked).toMatchObject([{ kind: 'token', contract: '0xC1', spender: given.approval.spender }])
    expect(by).toEqual([ann])
    expect(howIs(foyer)).toEqual({ status: 'done', hash: '0x1' })
    expect(howIs(foyer, { ...given, account: bea })).toBeUndefined()
    chooseAccount(foyer, { family: 'eip155', address: bea })
    dismissRevoking(foyer, given)
    await revoke(foyer, given)
    expect(by.slice(1).every((each) => each === ann)).toBe(true)
  })

  test.each([
    [new UserRejectedError(), 'error.rejected'],
    [new RequestTimeoutError({ timeoutMs: 1 }), undefined],
    [new Error('broken'), 'error.unknown'],
  ])('%s says so, and it is begun anew by a press only', async (error, notice) => {
    const { foyer } = await approvalsKit({ sendCall: () => Promise.reject(error) })
    await revoke(foyer, given)
    expect(howIs(foyer)).toMatchObject({ status: 'failed', ...(notice ? { notice } : {}) })
    dismissRevoking(foyer, given)
    expect(howIs(foyer)).toBeUndefined()
  })

  test.each([
    ['the chain reverts', async ({ hash }: { hash: string }) => ({ hash, status: 'reverted' as const })],
    ['can’t be followed', () => Promise.reject(new HttpError({ status: 502, body: '' }))],
  ])('what %s isn’t done', async (_, waitForTransaction) => {
    const { foyer } = await approvalsKit({ waitForTransaction })
    await revoke(foyer, given)
    expect(howIs(foyer)).toMatchObject({ status: 'failed', hash: '0x1' })
  })
})
