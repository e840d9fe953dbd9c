import { expect, type Page } from '@playwright/test'
import { isAddress, isHex, verifyMessage } from 'viem'
import type { Journey } from '../fixtures.js'

/**
 * Goes to the other chain and back by wagmi's hooks, and signs there: the connection follows without a reload, whichever of the kit's connectors it is of.
 *
 * @param approve - the visitor's approval of what is signed, where the wallet asks
 */
export async function followsByHooks({
  page,
  journey,
  approve = async () => {},
}: {
  readonly page: Page
  readonly journey: Pick<Journey, 'local'>
  readonly approve?: (() => Promise<unknown>) | undefined
}): Promise<void> {
  const [first, second] = journey.local.chains
  const form = page.getByRole('region', { name: 'Chain' })
  const shown = (fact: string) => form.locator(`[data-fact="${fact}"]`)
  await expect(shown('chain')).toHaveText(`${first.id}`)
  await form.getByRole('button', { name: `Go to ${second.name}`, exact: true }).click()
  await expect(shown('chain')).toHaveText(`${second.id}`)
  await form.getByRole('button', { name: 'Sign', exact: true }).click()
  await approve()
  await expect(shown('signature')).toHaveText(/^0x[0-9a-f]{130}$/)
  const signature = await shown('signature').textContent()
  const address = await page.evaluate(() => window.kits[0]?.account('eip155').address)
  if (!isHex(signature) || !address || !isAddress(address)) throw new Error('Nothing was signed.')
  expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
  await form.getByRole('button', { name: `Go to ${first.name}`, exact: true }).click()
  await expect(shown('chain')).toHaveText(`${first.id}`)
}
