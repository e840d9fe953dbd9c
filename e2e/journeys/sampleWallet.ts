import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Addresses } from '../addresses.js'
import { setBalance } from '../setBalance.js'
import { fact } from './modal.js'
import { watchTold } from './watchTold.js'

/** The sample wallet in a page of its own, as its visitor meets it. */
export interface SampleWallet {
  readonly page: Page
  /** Its first account. */
  readonly address: Hex
  /** What an application asks of the visitor. */
  readonly card: Locator
  /** Pastes a pairing code. */
  pair(uri: string): Promise<void>
  /** Presses a button of the card. */
  press(name: string): Promise<void>
  /** Opens the card of the application that it is connected to. */
  openApplication(name: string): Promise<void>
  /** All that it has told of what has happened, each of which it tells for a while only. */
  told(): Promise<readonly string[]>
}

export interface OpenSampleWallet {
  readonly context: BrowserContext
  readonly local: Addresses
  /** Where it is opened: its own address unless said. */
  readonly url?: string | undefined
}

/** Opens the wallet and gives it a key of its own, with 10 ETH on both chains. */
export async function openSampleWallet({
  context,
  local,
  url = local.sampleWallet,
}: OpenSampleWallet): Promise<SampleWallet> {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  for (const chain of local.chains) await setBalance({ chain, address, ether: '10' })
  const page = await context.newPage()
  await page.goto(url)
  const wallet = await sampleWalletIn({ page, address })
  await page.getByLabel('Recovery phrase or private key').fill(key)
  await page.getByRole('button', { name: 'Import' }).click()
  return wallet
}

/** Opens the wallet and connects it to the demo's page by the code that it shows. */
export async function pairSampleWallet({
  page,
  uri,
  ...where
}: Omit<OpenSampleWallet, 'url'> & { readonly page: Page; readonly uri: string }): Promise<SampleWallet> {
  const wallet = await openSampleWallet(where)
  await wallet.pair(uri)
  await wallet.press('Connect')
  await expect(fact(page, 'address')).toHaveText(wallet.address)
  return wallet
}

/** The wallet in a page, with the key of that address. */
export async function sampleWalletIn({ page, address }: Pick<SampleWallet, 'page' | 'address'>): Promise<SampleWallet> {
  const card = page.getByRole('dialog')
  const told = await watchTold(page.getByRole('main'))
  return {
    page,
    address,
    card,
    told,
    async pair(uri) {
      await page.getByLabel('Pairing code').fill(uri)
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
    },
    press: (name) => card.getByRole('button', { name, exact: true }).click(),
    async openApplication(name) {
      await page.getByRole('list', { name: 'Connected applications' }).getByRole('button', { name }).click()
      await expect(card.getByRole('heading')).toHaveText('Connected application')
    },
  }
}
