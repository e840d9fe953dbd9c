import type { Family } from '@foyer/core/chain'
import type { Page } from '@playwright/test'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { unless } from '../onlyFull.js'
import { copyLink } from './copyLink.js'
import { examineThemes } from './examine.js'
import { familyPage } from './familyPage.js'
import { modalOf } from './modal.js'
import { sampleWalletIn } from './sampleWallet.js'
import { familyKeys } from './sampleWalletKeys.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const addressOf = (page: Page, family: Family) =>
  page.evaluate((of) => {
    const account = window.kits[0]?.account(of)
    return account && 'address' in account ? (account.address ?? '') : ''
  }, family)

/** Does the page find the message signed by its account, and no other message? */
const verified = (
  page: Page,
  asked: { readonly family: Family; readonly message: string; readonly signature: string },
) =>
  page.evaluate(async ({ message, ...of }) => {
    const [kit] = window.kits
    if (!kit) throw new Error('The page has no kit.')
    const isSigned = (text: string) => window.actions.verifyMessage(kit, { ...of, message: text })
    return [await isSigned(message), await isSigned(`${message}.`)]
  }, asked)

for (const each of familyKeys) {
  const { family, label, settings, network, given, sent, amount, symbol, fund, recipient } = each
  const { isWalked = false, isWarned = false } = each
  test(
    `[S7.36 S7.37] [F13] the sample wallet’s own key of ${label} is paired, signs a message and sends, as it shows`,
    unless(isWalked),
    async ({ context, page, journey }) => {
      const { local } = journey
      const phrase = generateMnemonic(english)
      const walletPage = await context.newPage()
      await walletPage.setViewportSize({ width: 390, height: 860 })
      await walletPage.goto(local.sampleWallet)
      const wallet = await sampleWalletIn({ page: walletPage, address: mnemonicToAccount(phrase).address })
      await walletPage.getByLabel('Recovery phrase or private key').fill(phrase)
      await walletPage.getByRole('button', { name: 'Import' }).click()

      await openHost({ page, journey, settings: { ...settings(local), relay: local.relay } })
      await hostButton(page).click()
      await modalOf(page).wallet('WalletConnect').click()
      await wallet.pair(await copyLink(page))
      for (const name of [label, network(local).name])
        await expect(wallet.card.getByRole('checkbox', { name })).toBeChecked()
      await examineThemes({ page: walletPage, name: `a proposal of ${family}` })
      await wallet.press('Connect')
      await expect(hostStatus(page)).toContainText('connected')
      const address = await addressOf(page, family)

      const message = 'Good morning from Foyer <👋>'
      const { sign, send, balance } = familyPage(page, family)
      const signing = sign(message)
      await expect(wallet.card).toContainText(message)
      await expect(wallet.card).toContainText(address)
      if (isWarned) await wallet.card.getByRole('checkbox', { name: 'I have read the warning' }).check()
      await wallet.press('Sign')
      expect(await verified(page, { family, message, signature: await signing })).toEqual([true, false])

      await fund({ local, address, amount: given })
      const to = await recipient()
      const sending = send({ to, units: sent })
      await expect(wallet.card.getByRole('heading').first()).toHaveText(`Send ${symbol}`)
      await expect(wallet.card).toContainText(amount)
      await expect(wallet.card).toContainText(to)
      await examineThemes({ page: walletPage, name: `a transfer of ${family}` })
      await wallet.press('Send')
      const { status, fee } = await sending
      expect(status).toBe('success')
      const left = BigInt(given) - BigInt(sent) - BigInt(fee)
      expect(await balance()).toBe(`${left}`)

      await walletPage.getByRole('combobox', { name: 'Account' }).selectOption(`${family}/0`)
      await expect(walletPage.locator('[data-part="balance"]')).toContainText(symbol)
      await examineThemes({ page: walletPage, name: `an account of ${family}` })
    },
  )
}
