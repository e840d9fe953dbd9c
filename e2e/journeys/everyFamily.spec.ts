import { randomBytes } from 'node:crypto'
import { type Family, families } from '@foyer/core/chain'
import {
  installTestAlgorandWallet,
  installTestBitcoinWallet,
  installTestCardanoWallet,
  installTestCosmosWallet,
  installTestMultiversxWallet,
  installTestNearWallet,
  installTestPolkadotWallet,
  installTestTezosWallet,
} from '@foyer/testing'
import type { Page } from '@playwright/test'
import { createSuiNode, type SuiNode } from '../../examples/own-family/test/suiNode.js'
import { createSuiWallet } from '../../examples/own-family/test/suiWallet.js'
import { expect, type Journey, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { freshBitcoinKey } from './bitcoinLedger.js'
import { freshKey } from './familyPage.js'

/** What is there to connect of a family: a wallet with a key of its own, by its accounts. */
type Install = (of: { readonly page: Page; readonly journey: Journey }) => Promise<{
  readonly accounts: readonly string[]
}>

/** The families that have an adapter. */
const wallets: Partial<Record<Family, Install>> = {
  eip155: ({ journey }) => journey.install({ name: 'Maple' }),
  solana: ({ journey }) => journey.installSolana({ name: 'Larch' }),
  bip122: ({ page }) => installTestBitcoinWallet(page, { name: 'Willow', keys: [freshBitcoinKey()] }),
  cosmos({ page, journey: { local } }) {
    const chainId = local.cosmos.caipNetworkId.slice('cosmos:'.length)
    const chains = { [chainId]: local.cosmos.prefix }
    return installTestCosmosWallet(page, { name: 'Keplr', keys: [freshKey()], chains })
  },
  mvx: ({ page }) =>
    installTestMultiversxWallet(page, { name: 'DeFi', accounts: [{ key: randomBytes(32).toString('hex') }] }),
  async near({ page, journey: { local } }) {
    const account = { key: randomBytes(32).toString('hex'), name: `a${randomBytes(8).toString('hex')}.near` }
    const wallet = await installTestNearWallet(page, { name: 'Sender', accounts: [account], rpcUrl: local.near.url })
    const gift = { accountId: account.name, publicKey: wallet.publicKey, amount: `${10n ** 24n}` }
    await fetch(`${local.near.url}/local/give`, { method: 'POST', body: JSON.stringify(gift) })
    return wallet
  },
  polkadot: ({ page }) => installTestPolkadotWallet(page, { name: 'Talisman', accounts: [{ key: freshKey() }] }),
  // The host's own: the kit doesn't have it.
  async other({ page }) {
    const wallet = createSuiWallet({ name: 'Slush' })
    await wallet.installIn(page.context())
    return { accounts: wallet.accounts }
  },
  algorand: ({ page, journey: { local } }) =>
    installTestAlgorandWallet(page, {
      name: 'Kibisis',
      accounts: [{ key: freshKey() }],
      genesisHashes: [local.algorand.genesisHash],
    }),
  cip34: ({ page }) => installTestCardanoWallet(page, { name: 'Lace', accounts: [{ key: freshKey() }] }),
  tezos: ({ page, journey: { local } }) =>
    installTestTezosWallet(page, { name: 'Temple', accounts: [{ key: freshKey() }], nodeUrl: local.tezos.url }),
}

let suiNode: SuiNode | undefined
test.afterEach(async () => {
  await suiNode?.close()
  suiNode = undefined
})

/** Signs a message with the family's wallet and has the page verify it. */
const signed = (page: Page, family: Family) =>
  page.evaluate(async (of) => {
    const [kit] = window.kits
    if (!kit) throw new Error('The page has no kit.')
    const message = 'Good morning from Foyer'
    const { signature } = await window.actions.signMessage(kit, { family: of, message })
    const verify = (text: string) => window.actions.verifyMessage(kit, { family: of, message: text, signature })
    return [await verify(message), await verify(`${message}.`)]
  }, family)

const accountOf = (page: Page, family: Family) =>
  page.evaluate((of) => {
    const account = window.kits[0]?.account(of)
    const [first] = account?.allAccounts ?? []
    return { status: account?.status, address: first?.address, type: first?.type }
  }, family)

test('[S1.10 S2.15 S6.2] of every family that is known by name, a wallet with a key of its own connects, its account is a plain one, or one for payments of Bitcoin, and signs', async ({
  page,
  journey,
}) => {
  const { solana, bitcoin, cosmos, multiversx, near, polkadot, algorand, cardano, tezos } = journey.local
  const installed = new Map<Family, string>()
  for (const family of families) {
    const wallet = await wallets[family]?.({ page, journey })
    if (wallet) installed.set(family, wallet.accounts[0] ?? '')
  }
  expect(families.filter((family) => !installed.has(family))).toEqual([])
  suiNode = await createSuiNode()
  const own = new URL(suiNode.url).origin
  journey.admit(own)
  await openHost({
    page,
    journey,
    settings: { solana, bitcoin, cosmos, multiversx, near, polkadot, algorand, cardano, tezos, sui: suiNode.url },
    policy: (demos) => demos.replace('connect-src ', `connect-src ${own} `),
  })
  await expect.poll(() => page.evaluate(() => window.kits[0]?.store.getState().connectors.length)).toBe(installed.size)
  await page.evaluate(async () => {
    const [kit] = window.kits
    for (const { id } of kit?.store.getState().connectors ?? []) await kit?.connect({ connectorId: id })
  })
  for (const [family, address] of installed) {
    const type = family === 'bip122' ? 'payment' : 'eoa'
    expect([family, await accountOf(page, family)]).toEqual([family, { status: 'connected', address, type }])
    expect([family, await signed(page, family)]).toEqual([family, [true, false]])
  }
})
