import { createClient, erc20Abi, http, parseEther } from 'viem'
import { readContract } from 'viem/actions'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { lamportsOf, newSolanaAddress } from '../solanaChain.js'
import { copyLink } from './copyLink.js'
import { modalOf } from './modal.js'
import { approveAll, giveNfts } from './nfts.js'
import { openSampleWallet } from './sampleWallet.js'
import { directly } from './sendStage.js'
import { look, readInFull, settled, show } from './shown.js'
import { openSwapping, reviewSwap } from './swapping.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

// What the modal's own reviews say of what they are about to ask, and what a wallet elsewhere is asked for after it.

test('[F27] a swap’s review says what leaves and comes, as simulated, without a press more', async ({
  page,
  journey,
}) => {
  const { modal, open, held, sent } = await openSwapping({ page, journey, settings: { preview: true } })
  await open({ toToken: 'FYR', amount: '0.5' })
  const beside = modal.part('preview-beside')
  await readInFull(page, async () => {
    await reviewSwap({ page, modal, action: 'Swap' })
    await expect(beside).toContainText('Leaves, as simulated0.5 ETH')
    await expect(beside).toContainText(/Comes, as simulated[\d.,]+ FYR/)
  })
  const [, comes = ''] = /Comes, as simulated([\d.,]+) FYR/.exec((await beside.textContent()) ?? '') ?? []
  await look({ page, name: 'preview-5-swap' })
  await modal.part('swap-confirm').click()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Swapped')
  expect(sent()).toBe(1)
  // Others may have swapped in the same pools meanwhile.
  const [simulated, real] = [Number(comes.replaceAll(',', '')), Number(await held('FYR')) / 1e18]
  expect(Math.abs(real / simulated - 1)).toBeLessThan(0.02)
})

test('[F27] a payment’s review says what leaves; one that takes an approval back what may be taken then', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const maple = await journey.install({ name: 'Maple' })
  const [account = '0x'] = maple.accounts
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { pay: true, preview: true } })
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  const recipient = newAddress()
  const request = {
    recipient,
    amount: '1.000000000000000001',
    asset: {
      networkId: `eip155:${home.id}`,
      asset: 'native',
      metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  } as const
  const beside = modal.part('preview-beside')
  await readInFull(page, async () => {
    await page.evaluate((asked) => window.pay(asked), request)
    await settled(page, 'Pay')
    await expect(beside).toContainText('Leaves, as simulated1.000000000000000001 ETH')
  })
  await look({ page, name: 'preview-6-pay' })
  await modal.button('Pay with Maple').click()
  await expect(modal.title).toHaveText('Payment completed')
  expect(await directly(home).coinOf(recipient)).toBe(parseEther('1.000000000000000001'))
  await modal.part('done').click()
  await expect(modal.dialog).toBeHidden()

  const { nft } = await giveNfts({ chain: home, to: account })
  const token = home.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? '0x'
  await approveAll({ chain: home, account, token, collection: nft, spender: home.router })
  await show(page, { view: 'Approvals' })
  const row = modal.part('approval').filter({ hasText: 'Digital Dollar' })
  await expect(row).toBeVisible()
  await readInFull(page, async () => {
    await row.click()
    await settled(page, 'RevokeApproval')
    await expect(beside).toContainText('May take afterwards0 DUSD')
  })
  await look({ page, name: 'preview-7-revoke' })
  await modal.part('revoke-button').click()
  await expect(modal.part('receipt-done')).toContainText('Approval revoked')
  const args = [account, home.router] as const
  const client = createClient({ transport: http(home.url) })
  expect(await readContract(client, { address: token, abi: erc20Abi, functionName: 'allowance', args })).toBe(0n)
})

test('[F27] over WalletConnect: a host’s own call is read in the page, and then in the wallet', async ({
  page,
  context,
  journey,
}) => {
  const { local } = journey
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { relay: local.relay, preview: true } })
  await show(page, { view: 'Connect' })
  await modal.wallet('WalletConnect').click()
  await expect(modal.code).toBeVisible()
  const uri = await copyLink(page)
  const wallet = await openSampleWallet({ context, local })
  await wallet.pair(uri)
  await wallet.press('Connect')
  await page.bringToFront()
  await expect.poll(() => page.evaluate(() => window.kits[0]?.account().address)).toBe(wallet.address)
  const to = newAddress()
  const sendCall = () =>
    page.evaluate(
      (call) => {
        const [kit] = window.kits
        if (!kit) throw new Error('The page has no kit.')
        globalThis.ended = window.actions.sendCall(kit, { family: 'eip155', call }).then(
          ({ hash }) => ({ hash }),
          (error) => ({ code: String(error.code) }),
        )
      },
      { to, value: 750_000_000_000_000_000n },
    )
  await readInFull(page, async () => {
    await sendCall()
    await settled(page, 'Preview')
    await expect(modal.part('preview-facts')).toContainText('You give0.75 ETH')
  })
  await modal.part('preview-continue').click()
  await wallet.page.bringToFront()
  await expect(wallet.card).toContainText('0.75 ETH')
  await wallet.press('Send')
  await page.bringToFront()
  await expect.poll(() => page.evaluate(() => globalThis.ended)).toMatchObject({ hash: expect.stringMatching(/^0x/) })
  await expect.poll(() => directly(local.chains[0]).coinOf(to)).toBe(parseEther('0.75'))
})

test('[F22 F27] Solana: a host’s own transfer is shown with its fee and what a simulation saw, before the wallet is asked', async ({
  page,
  journey,
}) => {
  const { solana } = journey.local
  const maple = await journey.installSolana({ name: 'Maple' })
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { solana, preview: true } })
  await show(page, { view: 'Connect' })
  await modal.wallet('Maple').click()
  await expect.poll(() => page.evaluate(() => window.kits[0]?.account('solana').address)).toBe(maple.accounts[0])
  const to = newSolanaAddress()
  const send = (recipient: string) => {
    const [kit] = window.kits
    if (!kit) throw new Error('The page has no kit.')
    const transfer = { family: 'solana', to: recipient, amount: 300_000_000n } as const
    globalThis.ended = window.actions.sendTransfer(kit, transfer).then(
      ({ hash }) => ({ hash }),
      (error) => ({ code: String(error.code) }),
    )
  }
  const facts = modal.part('preview-facts')
  await readInFull(page, async () => {
    await page.evaluate(send, to)
    await settled(page, 'Preview')
    await expect(modal.part('preview-title')).toHaveText('Send SOL')
    await expect(facts).toContainText('You give0.3 SOL')
    await expect(facts).toContainText('Leaves, as simulated0.3')
  })
  await expect(facts).toContainText(to)
  // What the network takes is said once.
  await expect(facts).toContainText('Fee0.000005 SOL')
  await expect(modal.part('preview-fee')).toHaveCount(0)
  await look({ page, name: 'preview-8-solana' })
  expect(maple.requests.filter(({ method }) => method.startsWith('solana:sign'))).toHaveLength(0)
  await modal.part('preview-continue').click()
  await expect.poll(() => lamportsOf(solana.url, to)).toBe(300_000_000)
})
