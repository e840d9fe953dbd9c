import { createFoyer, type Foyer, type FoyerOptions, networkOf } from '@foyer/core'
import { isSmartAccountOffered, preferAccountType } from '@foyer/core/account'
import { answer } from '@foyer/core/attempt'
import { base, mainnet, solana as solanaMainnet } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import { solana } from '@foyer/solana'
import { afterEach, expect, test } from 'vitest'
import { embedded } from './embedded.js'
import { secureOrigin, withPages } from './test/withPages.js'

const { made } = withPages()
const kits: Foyer[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.stop()
})

/** A kit whose login's wallet has smart accounts on Ethereum, and not on Base. */
async function smartKit(options: Partial<FoyerOptions> = {}) {
  const { clock, wallet } = made({ accounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] })
  wallet.smartNetworks = [1, 10]
  const kept = new Map<string, string>()
  const open = () => {
    const foyer = createFoyer({
      projectId: 'kit',
      networks: [mainnet, base, solanaMainnet],
      adapters: [evm(), solana()],
      connectors: [embedded()],
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
      ...{ clock, secureOrigin },
      ...options,
    })
    kits.push(foyer)
    foyer.start()
    return foyer
  }
  const foyer = open()
  if (!options.defaultAccountTypes) await foyer.connect({ connectorId: 'embedded' })
  const names = () => wallet.page.asked.map(({ name }) => name)
  return { foyer, wallet, kept, open, names, type: () => foyer.account('eip155').allAccounts.map(({ type }) => type) }
}

test('[S3.6 S3.11] the account’s state has its kind, whether its code stands, and where it may be smart', async () => {
  const { foyer, type } = await smartKit()
  expect(type()).toEqual(['smartAccount'])
  expect(foyer.account('eip155').profile).toMatchObject({
    preferredAccountTypes: { eip155: 'smartAccount' },
    smartAccountDeployed: false,
    smartAccountEnabledNetworks: [1, 10],
  })
  const offered = () => isSmartAccountOffered(foyer.store.getState(), 'eip155')
  expect(offered()).toBe(true)
  expect(isSmartAccountOffered(foyer.store.getState(), 'solana')).toBe(false)
  await foyer.switchNetwork(base.caipNetworkId)
  expect([offered(), type()]).toEqual([false, ['eoa']])
})

test('[S3.6] a change of kind that is aborted changes nothing, whatever comes of it later, and another goes on', async () => {
  const { foyer, type } = await smartKit()
  const page = new AbortController()
  const aborted = preferAccountType(foyer, { type: 'eoa', signal: page.signal }).then(String, (error: unknown) => error)
  page.abort()
  expect(await aborted).toMatchObject({ code: 'aborted' })
  expect(foyer.store.getState().connection.attempts.preferAccountType?.end).not.toEqual({ status: 'succeeded' })
  expect(type()).toEqual(['smartAccount'])
  expect(await preferAccountType(foyer, { type: 'eoa' })).toEqual({ type: 'eoa' })
  expect(type()).toEqual(['eoa'])
})

test('[S3.6] an account is of the kind that its owner chooses, and is so at the next visit', async () => {
  const { foyer, type, open } = await smartKit()
  const events: unknown[] = []
  foyer.onEvent(({ data }) => data.event === 'SET_PREFERRED_ACCOUNT_TYPE' && events.push(data))
  const { address } = foyer.account('eip155')
  const done = preferAccountType(foyer, { type: 'eoa', family: 'eip155' })
  const attempt = () => foyer.store.getState().connection.attempts.preferAccountType
  expect(attempt()).toMatchObject({ family: 'eip155', type: 'eoa' })
  expect(attempt()?.end).toBeUndefined()
  expect(await done).toEqual({ type: 'eoa' })
  expect([type(), foyer.account('eip155').address]).toEqual([['eoa'], address])
  expect(attempt()?.end).toEqual({ status: 'succeeded' })
  expect(events).toEqual([
    { event: 'SET_PREFERRED_ACCOUNT_TYPE', properties: { accountType: 'eoa', network: 'eip155:1' } },
  ])
  foyer.stop()
  const next = open()
  await expect.poll(() => next.account('eip155').allAccounts.map((each) => each.type)).toEqual(['eoa'])
  expect(await preferAccountType(next, { type: 'smartAccount' })).toEqual({ type: 'smartAccount' })
})

test('[S4.28] where the wallet fails, the account is that of a key, and the attempt says why', async () => {
  const { foyer, type, wallet } = await smartKit()
  wallet.instead.set('SET_PREFERRED_ACCOUNT', () => {
    throw new Error('away')
  })
  await expect(preferAccountType(foyer, { type: 'smartAccount' })).rejects.toMatchObject({ code: 'frame_reply' })
  expect(type()).toEqual(['eoa'])
  expect(foyer.account().profile?.preferredAccountTypes?.eip155).toBe('eoa')
  expect(foyer.store.getState().connection.attempts.preferAccountType?.end).toMatchObject({ status: 'failed' })
})

/** A wallet that answers a wish for another kind when the test says so. */
function heldWish(wallet: Awaited<ReturnType<typeof smartKit>>['wallet']) {
  const answers: (() => void)[] = []
  wallet.instead.set('SET_PREFERRED_ACCOUNT', ({ payload }) => {
    const { type } = Object(payload)
    return new Promise((resolve) => {
      answers.push(() => {
        wallet.prefers = type
        resolve({ type, address: wallet.accounts[0] })
      })
    })
  })
  return answers
}

test('[S3.6] a wish that is called off is no failure: the account stays what it was, nothing is kept, and a late answer changes nothing', async () => {
  const { foyer, type, wallet, kept } = await smartKit()
  const events: unknown[] = []
  foyer.onEvent(({ data }) => data.event === 'SET_PREFERRED_ACCOUNT_TYPE' && events.push(data))
  const answers = heldWish(wallet)
  const ending = new AbortController()
  const done = preferAccountType(foyer, { type: 'eoa', signal: ending.signal })
  await expect.poll(() => answers).toHaveLength(1)
  ending.abort()
  await expect(done).rejects.toMatchObject({ code: 'aborted' })
  answers[0]?.()
  await foyer.switchNetwork(solanaMainnet.caipNetworkId)
  expect(foyer.store.getState().connection.attempts.preferAccountType?.end).toEqual({ status: 'cancelled' })
  expect([type(), events]).toEqual([['smartAccount'], []])
  expect([...kept.keys()].filter((key) => key.includes('preferred_account_type'))).toEqual([])
})

test('[S3.6] of two wishes at once the newer counts, and the older is over', async () => {
  const { foyer, type, wallet, kept } = await smartKit()
  const answers = heldWish(wallet)
  const older = preferAccountType(foyer, { type: 'eoa' })
  await expect.poll(() => answers).toHaveLength(1)
  const newer = preferAccountType(foyer, { type: 'smartAccount' })
  await expect(older).rejects.toMatchObject({ code: 'aborted' })
  await expect.poll(() => answers).toHaveLength(2)
  answers[0]?.()
  answers[1]?.()
  expect(await newer).toEqual({ type: 'smartAccount' })
  expect(type()).toEqual(['smartAccount'])
  expect(foyer.store.getState().connection.attempts.preferAccountType?.end).toEqual({ status: 'succeeded' })
  expect([...kept].find(([key]) => key.includes('preferred_account_type'))?.[1]).toBe('smartAccount')
})

test('where there is one kind alone nothing is asked for', async () => {
  const { foyer, names } = await smartKit()
  await foyer.switchNetwork(base.caipNetworkId)
  await expect(preferAccountType(foyer, { type: 'smartAccount' })).rejects.toMatchObject({
    code: 'account_type_not_offered',
  })
  await expect(preferAccountType(foyer, { type: 'eoa', family: 'solana' })).rejects.toMatchObject({
    code: 'account_type_not_offered',
    facts: { family: 'solana' },
  })
  expect(names()).not.toContain('SET_PREFERRED_ACCOUNT')
})

test('[S4.29] a wallet that can’t say where it has smart accounts has none, and its account is as the page says', async () => {
  const { wallet, open, foyer } = await smartKit()
  foyer.stop()
  wallet.instead.set('GET_SMART_ACCOUNT_ENABLED_NETWORKS', () => {
    throw new Error('away')
  })
  const next = open()
  await expect.poll(() => next.account('eip155').profile?.smartAccountEnabledNetworks).toEqual([])
  expect(isSmartAccountOffered(next.store.getState())).toBe(false)
})

test('[S4.30] the chain id that a host’s provider answers is the one that was last used, which is kept: the page isn’t asked', async () => {
  const { foyer, kept, open, names } = await smartKit()
  await foyer.switchNetwork(base.caipNetworkId)
  const chainId = (kit: Foyer) => kit.provider('eip155')?.request({ method: 'eth_chainId' })
  const before = names().length
  expect(await chainId(foyer)).toBe('0x2105')
  expect(names()).toHaveLength(before)
  expect([...kept].find(([key]) => key.includes('embedded/last_used_chain'))?.[1]).toBe('8453')
  foyer.stop()
  const next = open()
  await expect.poll(() => next.account('eip155').status).toBe('connected')
  expect(networkOf(next.store.getState(), 'eip155')?.id).toBe(8453)
  const after = names().length
  expect(await chainId(next)).toBe('0x2105')
  expect(names()).toHaveLength(after)
})

test('[S6.2] the kinds that a dapp names are what the accounts of a login are', async () => {
  const { foyer, wallet, type, names } = await smartKit({ defaultAccountTypes: { eip155: 'eoa' } })
  wallet.knowsDevice = true
  const done = foyer.connect({ connectorId: 'embedded', login: { method: 'email', email: 'ada@example.com' } })
  const attempt = () => foyer.store.getState().connection.attempts.connect
  await expect.poll(() => attempt()?.step.type).toBe('codeSent')
  answer(foyer, { attemptId: attempt()?.id ?? 0, code: wallet.code })
  await done
  expect(type()).toEqual(['eoa'])
  expect(isSmartAccountOffered(foyer.store.getState(), 'eip155')).toBe(true)
  expect(names()).toContain('SET_PREFERRED_ACCOUNT')
})
