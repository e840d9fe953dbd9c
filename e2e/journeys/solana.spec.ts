import type { TestSolanaWallet } from '@foyer/testing'
import type { Page } from '@playwright/test'
import { expect, type Journey, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { askSolana, isSolanaSignature, lamportsOf, newSolanaAddress, tokensOf } from '../solanaChain.js'
import { accountAtServer } from './accountAtServer.js'
import { type Modal, modalOf } from './modal.js'
import { fillForm, previewAndSend, readReceipt } from './sendStage.js'
import { look, settled, show } from './shown.js'
import { storedSessions } from './storedSessions.js'

/** Opens a host that begins on Solana, and connects by the modal's list. */
async function openConnected({
  page,
  journey,
  signIn,
}: {
  readonly page: Page
  readonly journey: Journey
  readonly signIn?: 'server' | undefined
}): Promise<{
  readonly maple: TestSolanaWallet
  readonly account: string
  readonly modal: Modal
}> {
  const maple = await journey.installSolana({ name: 'Maple', accounts: 2 })
  await openHost({ page, journey, settings: { solana: journey.local.solana, signIn } })
  const modal = modalOf(page)
  await hostButton(page).click()
  await modal.wallet('Maple').click()
  if (signIn) {
    await settled(page, 'SIWXSignMessage')
    await modal.part('sign-in-sign').click()
    await expect(modal.dialog).toBeHidden()
  }
  await expect(hostStatus(page)).toHaveText('connected with Maple')
  const [account = ''] = maple.accounts
  return { maple, account, modal }
}

const asked = ({ requests }: TestSolanaWallet, method: string) =>
  requests.filter((each) => each.method === method).length

test('[S2.23 S4.9 S4.10 S5.19] a wallet that refuses, then agrees: it is found, connected, signs in and signs, and is there after a reload until it is let go', async ({
  page,
  journey,
}) => {
  const maple = await journey.installSolana({ name: 'Maple' })
  maple.next({ connect: 'reject' })
  const { solana } = journey.local
  await openHost({ page, journey, settings: { solana, signIn: 'required' } })
  const modal = modalOf(page)
  await hostButton(page).click()
  await modal.wallet('Maple').click()
  await expect(modal.dialog).toContainText(/not approved|declined/i)
  await modal.button('Try again').click()
  await settled(page, 'SIWXSignMessage')
  await expect(hostStatus(page)).toHaveText('connected with Maple')
  const [account = ''] = maple.accounts
  await look({ page, name: 'solana-sign-in' })
  await modal.part('sign-in-sign').click()
  await expect(modal.dialog).toBeHidden()
  const [signedIn] = await storedSessions(page)
  expect(signedIn?.data).toMatchObject({ accountAddress: account, chainId: solana.caipNetworkId })
  expect(signedIn?.message).toContain(`wants you to sign in with your Solana account:\n${account}\n`)
  expect(signedIn && isSolanaSignature({ ...signedIn, account })).toBe(true)

  const signature = await page.evaluate(async () => {
    const [foyer] = window.kits
    return foyer ? (await window.actions.signMessage(foyer, { message: 'Good morning 👋' })).signature : ''
  })
  expect(isSolanaSignature({ message: 'Good morning 👋', signature, account })).toBe(true)

  await page.reload()
  await expect(hostStatus(page)).toHaveText('connected with Maple')
  expect(maple.promptCount).toBe(3)
  await show(page, { view: 'Account' })
  await expect(modal.dialog).toContainText('10.00')
  await look({ page, name: 'solana-account' })
  await modal.button('Disconnect').click()
  await expect(hostStatus(page)).toHaveText('disconnected')
  expect(asked(maple, 'standard:disconnect')).toBe(1)
  expect(await storedSessions(page)).toEqual([])
  await page.reload()
  await expect(hostButton(page)).toBeVisible()
  await expect(hostStatus(page)).toHaveText('disconnected')
})

test('[S3.10 S7.33 S9.14] [F22 F27] a visitor sends SOL and a token; what arrives is what was shown, to the last unit', async ({
  page,
  journey,
}) => {
  const { url, tokens } = journey.local.solana
  const proxied: string[] = []
  page.on('request', (request) => {
    const { origin, searchParams } = new URL(request.url())
    if (origin === new URL(journey.local.server).origin) proxied.push(searchParams.get('chainId') ?? '')
    // The chain is asked by way of the operator's server alone.
    expect(origin).not.toBe(new URL(url).origin)
  })
  const { maple, account, modal } = await openConnected({ page, journey })
  const dollar = tokens.find(({ symbol }) => symbol === 'LUSD')
  const mint = dollar?.address ?? ''
  await askSolana(url, 'foyer_giveTokens', [mint, account, '12345678'])
  const to = newSolanaAddress()

  await fillForm({ page, modal, token: /^Solana/, amount: '1.000000001', to })
  await modal.part('send-preview').click()
  await expect(modal.part('sum')).toHaveText('1.000000001 SOL')
  await expect(modal.part('review-details')).toContainText(to)
  // A signature costs 5,000 lamports.
  await expect(modal.part('fee')).toContainText('0.000005 SOL')
  await look({ page, name: 'solana-preview' })
  await modal.part('send-confirm').click()
  await settled(page, 'Receipt')
  // What the chain says was paid.
  await expect(modal.part('receipt-done')).toBeVisible()
  await expect(modal.part('fee')).toContainText('0.000005 SOL')
  await modal.part('done').click()
  await settled(page, 'Account')
  await expect.poll(() => lamportsOf(url, to)).toBe(1_000_000_001)
  expect(await lamportsOf(url, account)).toBe(10_000_000_000 - 1_000_000_001 - 5_000)

  await fillForm({ page, modal, token: /Local Dollar/, amount: '12.345678', to })
  await previewAndSend({ modal })
  await readReceipt({ page, modal })
  await expect.poll(() => tokensOf({ url, mint, owner: to })).toBe('12345678')
  expect(await tokensOf({ url, mint, owner: account })).toBe('0')
  expect(asked(maple, 'solana:signAndSendTransaction')).toBe(2)
  expect(proxied).toContain(journey.local.solana.caipNetworkId)
})

test('[S4.10] [F22] the operator’s server knows who signed in; a send that the visitor refuses is asked for once, and nothing moves', async ({
  page,
  journey,
}) => {
  const { url, caipNetworkId: caip2Network } = journey.local.solana
  const { maple, account, modal } = await openConnected({ page, journey, signIn: 'server' })
  expect(await accountAtServer(page)).toMatchObject({ address: account, caip2Network })
  maple.next({ send: 'reject' })
  await fillForm({ page, modal, token: /^Solana/, amount: '1', to: newSolanaAddress() })
  await previewAndSend({ modal })
  await expect.poll(() => asked(maple, 'solana:signAndSendTransaction')).toBe(1)
  await expect(modal.dialog).toContainText(/not approved|declined/i)
  expect(await lamportsOf(url, account)).toBe(10_000_000_000)
  expect(asked(maple, 'solana:signAndSendTransaction')).toBe(1)
})
