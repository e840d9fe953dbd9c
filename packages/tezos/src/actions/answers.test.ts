import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { actionsOn, createStage, freshAddress, one, reachWallet, type Stage, standInPage } from '../test/stage.js'

/* What nodes and wallets answer, and what is said of it. */

let stage: Stage
const page = standInPage()
beforeAll(async () => {
  vi.stubGlobal('window', page)
  stage = await createStage()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.stubGlobal('window', page)
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await stage.chain.stop()
})

const saidOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(
    (done) => done,
    (error: unknown) => ({ code: Reflect.get(Object(error), 'code'), facts: Reflect.get(Object(error), 'facts') }),
  )

async function reach() {
  const { wallet, reached, leave } = await reachWallet({ stage })
  onTestFinished(leave)
  return { wallet, reached, before: wallet.promptCount }
}

const sent = async () => {
  const [{ reached }, actions] = [await reach(), await actionsOn(stage)]
  const transfer = { to: freshAddress(), asset: { type: 'coin' }, amount: one } as const
  return { actions, ...((await actions.sendTransfer?.({ wallet: reached, transfer })) ?? expect.fail()) }
}

test('which kind of account the kit doesn’t take is said', async () => {
  const { reached } = await reach()
  const actions = await actionsOn(stage)
  for (const kind of ['tz4', 'KT1'] as const) {
    const account = { ...reached.account, address: writeAddress(kind, new Uint8Array(20).fill(9)) }
    const wallet = { ...reached, account, accounts: [account] as const }
    expect(await saidOf(actions.signMessage?.({ wallet, message: 'Hello' }))).toMatchObject({
      code: 'tezos_account_kind',
      facts: { kind },
    })
  }
})

test('a wallet is asked for a key that isn’t known alone, and without one signs nothing', async () => {
  const { reached, wallet, before } = await reach()
  const actions = await actionsOn(stage)
  let lists = 0
  const getAccounts = async () => {
    lists += 1
    return []
  }
  const provider = { ...reached.provider, getAccounts }
  const known = { ...reached, provider }
  expect((await actions.readAccounts?.({ wallet: known }))?.[0].publicKey).toBe(reached.account.publicKey)
  expect([reached.account.publicKey === undefined, lists]).toEqual([false, 0])
  const account = { ...reached.account, publicKey: undefined }
  const without = { ...known, account, accounts: [account] as const }
  expect(await saidOf(actions.signMessage?.({ wallet: without, message: 'Hello' }))).toMatchObject({
    code: 'wallet_answer',
  })
  expect([lists, wallet.promptCount]).toEqual([1, before])
})

test('a block that isn’t final is looked at again: another may have taken its place', async () => {
  const { hash, actions } = await sent()
  const { network } = stage
  const { fetch } = globalThis
  let looks = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = await fetch(url, init)
    if (!/operation_hashes/.test(url)) return answer
    const text = await answer.text()
    if (text.includes(hash)) looks += 1
    // At first another block stood there.
    return new Response(looks === 1 ? '[]' : text)
  })
  expect(await actions.waitForTransaction?.({ network, hash, timeoutMs: 8_000 })).toMatchObject({ status: 'success' })
  expect(looks).toBe(2)
})

test('where a node shows another operation in its place, it is no answer', async () => {
  const { hash, actions } = await sent()
  const other = await sent()
  const { network } = stage
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const text = await (await fetch(url, init)).text()
    return new Response(/operation_hashes/.test(url) ? text : text.replaceAll(hash, other.hash))
  })
  expect(await saidOf(actions.failureReason?.({ network, hash }))).toMatchObject({
    code: 'invalid_response',
    facts: { method: 'octez_operation' },
  })
})
