import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionsOn, createStage, freshAddress, reachWallet, type Stage } from '../test/stage.js'

/* What wallets answer of their accounts, and what is kept of a transaction. */

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())

const transfer = () => ({ to: freshAddress(), asset: { type: 'coin' }, amount: 1n }) as const

test('a wallet is asked for a key that isn’t known, and may not say it', async () => {
  const { reached } = await reachWallet({ stage })
  const actions = await actionsOn(stage)
  const account = { ...reached.account, publicKey: undefined }
  const without = { ...reached, account, accounts: [account] as const }
  const [listed] = (await actions.readAccounts?.({ wallet: without })) ?? expect.fail()
  expect(listed.publicKey).toMatch(/^ed25519:/)
  const provider = { ...reached.provider, getAccounts: async () => [] }
  const [silent] = (await actions.readAccounts?.({ wallet: { ...without, provider } })) ?? expect.fail()
  expect(silent).toMatchObject({ address: account.address })
  expect(silent.publicKey).toBeUndefined()
})

test('a transaction is found by its sender and its number, which are told to who waits for it', async () => {
  const { reached } = await reachWallet({ stage })
  const actions = await actionsOn(stage)
  const numbers: unknown[] = []
  for (const _ of [1, 2]) {
    const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer: transfer() })) ?? expect.fail()
    const onNumbered = (numbered: unknown) => void numbers.push(numbered)
    await actions.waitForTransaction?.({ network: stage.network, hash, onNumbered })
  }
  const { address } = reached.account
  const [first, second] = numbers
  expect(first).toEqual({ address, nonce: expect.any(Number) })
  expect(second).toEqual({ address, nonce: Object(first).nonce + 1 })
})

test('a transfer that is called off while the wallet lists its accounts isn’t asked for', async () => {
  const { reached, wallet } = await reachWallet({ stage })
  const [actions, controller, before] = [await actionsOn(stage), new AbortController(), wallet.promptCount]
  const getAccounts: typeof reached.provider.getAccounts = ({ signal } = {}) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      controller.abort(new Error('called off'))
      if (!signal) reject(new Error('no signal'))
    })
  const account = { ...reached.account, publicKey: undefined }
  const signTransaction = () => expect.fail('The wallet is asked to sign.')
  const listing = { ...reached, account, provider: { ...reached.provider, getAccounts, signTransaction } }
  const { signal } = controller
  await expect(actions.sendTransfer?.({ wallet: listing, transfer: transfer(), signal })).rejects.toThrow('called off')
  expect(wallet.promptCount).toBe(before)
})
