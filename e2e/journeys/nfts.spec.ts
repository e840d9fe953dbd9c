import { localEditionsAbi, localNftAbi } from '@foyer/stack'
import type { TestWallet } from '@foyer/testing'
import type { Page } from '@playwright/test'
import { type Address, createPublicClient, erc20Abi, http, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { expect, type Journey, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { spaceText } from './layout.js'
import { modalOf } from './modal.js'
import { approveAll, giveNfts } from './nfts.js'
import { look, settled, show } from './shown.js'

const operatorsAbi = parseAbi(['function isApprovedForAll(address owner, address operator) view returns (bool)'])

/** A connected visitor, and their account. */
async function open({ page, journey }: { readonly page: Page; readonly journey: Journey }) {
  const maple: TestWallet = await journey.install({ name: 'Maple' })
  const [account = '0x'] = maple.accounts
  const [home] = journey.local.chains
  const chain = createPublicClient({ transport: http(home.url) })
  const connected = async () => {
    await openHost({ page, journey })
    await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  }
  return { maple, account, home, chain, connected, modal: modalOf(page) }
}

test('[S2.2 S3.14] [F14 F29] NFTs are seen in a grid and one by one, as the chain has them, with pictures from the server alone', async ({
  page,
  journey,
}) => {
  const { account, home, chain, connected, modal } = await open({ page, journey })
  const { nft, editions } = await giveNfts({ chain: home, to: account })
  await connected()
  await show(page, { view: 'Nfts' })
  const tiles = modal.part('nft-tile')
  await expect(tiles).toHaveCount(2)
  // The server reads names and pictures after it was first asked; the grid asks again.
  await expect(tiles.filter({ hasText: /^Foyer Cat/ })).toBeVisible()
  await expect(modal.part('lazy-picture-loaded')).toHaveCount(2)
  await look({ page, name: 'nfts' })
  const held = { abi: localEditionsAbi, functionName: 'balanceOf', args: [account, 5n] } as const
  expect(await readContract(chain, { ...held, address: editions })).toBe(3n)
  await expect(tiles.filter({ hasText: 'Harbour print' })).toContainText('×3')

  await modal.button('Show hidden (1)').press('Enter')
  await expect(tiles).toHaveCount(3)
  await expect(tiles.last()).toContainText('Looks like spam')

  await tiles.filter({ hasText: 'Foyer Cat' }).press('Enter')
  await settled(page, 'Nft')
  await expect(modal.part('nft-title')).toHaveText('Foyer Cat')
  await expect(modal.part('detail-list')).toContainText('Foyer Pictures')
  await expect(modal.part('detail-list')).toContainText('#7')
  await expect(modal.part('detail-list')).toContainText('ERC-721')
  await expect(modal.part('lazy-picture-loaded')).toHaveAttribute(
    'src',
    new RegExp(`^${journey.local.server}/v1/nfts/`),
  )
  await look({ page, name: 'nft' })
  const owner = { address: nft, abi: localNftAbi, functionName: 'ownerOf', args: [7n] } as const
  expect(await readContract(chain, owner)).toBe(account)
  await modal.button('Back').press('Enter')
  await settled(page, 'Nfts')
  await expect(tiles.first()).toBeVisible()
})

test('[F27] what was approved is listed and taken back: refused first, then signed as it was shown, and the chain says 0', async ({
  page,
  journey,
}) => {
  const { maple, account, home, chain, connected, modal } = await open({ page, journey })
  const { nft } = await giveNfts({ chain: home, to: account })
  const token: Address = home.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? '0x'
  const spender: Address = home.router
  await approveAll({ chain: home, account, token, collection: nft, spender })
  const allowance = () =>
    readContract(chain, { address: token, abi: erc20Abi, functionName: 'allowance', args: [account, spender] })
  const isOperator = () =>
    readContract(chain, { address: nft, abi: operatorsAbi, functionName: 'isApprovedForAll', args: [account, spender] })
  expect([(await allowance()) > 0n, await isOperator()]).toEqual([true, true])
  await connected()
  await show(page, { view: 'Approvals' })
  const rows = modal.part('approval')
  await expect(rows).toHaveCount(2)
  const dollar = rows.filter({ hasText: 'Digital Dollar' })
  await expect(dollar).toContainText('Unlimited')
  await expect(dollar).toContainText('to Uniswap V2')
  await look({ page, name: 'approvals' })

  await dollar.press('Enter')
  await settled(page, 'RevokeApproval')
  const signed = modal.part('signed-call')
  await expect(signed).toContainText('approve')
  await expect(signed.getByTitle(spender.toLowerCase())).toBeVisible()
  await expect(signed.getByText('0', { exact: true })).toBeVisible()
  await expect(modal.part('fee')).toContainText('ETH')
  await look({ page, name: 'revoke' })
  maple.next({ send: 'reject' })
  await modal.part('revoke-button').press('Enter')
  await expect(modal.part('review-trouble')).toHaveText('The request was not approved in the wallet.')
  await look({ page, name: 'revoke-declined' })
  expect(await allowance()).toBeGreaterThan(0n)
  await modal.part('revoke-button').press('Enter')
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Approval revoked')
  await expect(modal.part('fee')).toContainText('ETH')
  await look({ page, name: 'revoked' })
  await modal.part('done').press('Enter')
  await settled(page, 'Approvals')
  await expect(rows).toHaveCount(1)
  expect(await allowance()).toBe(0n)

  await rows.first().click()
  await settled(page, 'RevokeApproval')
  await expect(signed).toContainText('setApprovalForAll')
  await expect(signed).toContainText('false')
  await modal.part('revoke-button').click()
  await settled(page, 'Receipt')
  await modal.part('done').click()
  await settled(page, 'Approvals')
  await expect(modal.dialog).toContainText('No open approvals')
  await look({ page, name: 'approvals-none' })
  expect(await isOperator()).toBe(false)
})

test('how much was approved stands on one line with its unit where the name has room beside it; on a phone with text set apart it is wrapped, and nothing runs off', async ({
  page,
  journey,
}) => {
  const { account, home, connected, modal } = await open({ page, journey })
  const { nft: collection } = await giveNfts({ chain: home, to: account })
  const token: Address = home.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? '0x'
  await approveAll({ chain: home, account, token, collection, spender: home.router, amount: 250_500_000n })
  await connected()
  await show(page, { view: 'Approvals' })
  const row = modal.part('approval').filter({ hasText: 'Digital Dollar' })
  await expect(row).toContainText('250.500 DUSD')
  const laidOut = () =>
    row.evaluate((node) => {
      const amount = node.querySelector('[data-part="approval-amount"]')
      const name = node.querySelector('[data-part="row-label"]')
      if (!amount || !name) throw new Error('The row lacks a part.')
      const text = document.createRange()
      text.selectNodeContents(amount)
      const { left, right } = node.getBoundingClientRect()
      return {
        lines: new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size,
        isNameCut: name.scrollWidth > name.clientWidth,
        isOff: left < 0 || right > innerWidth || node.scrollWidth > node.clientWidth,
      }
    })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await laidOut(), `${width}`).toEqual({ lines: 1, isNameCut: false, isOff: false })
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await spaceText(page)
  expect(await laidOut()).toMatchObject({ lines: 2, isOff: false })
})
