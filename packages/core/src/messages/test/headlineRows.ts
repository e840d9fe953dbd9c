import type { Fact, PricedAmount, ShownRequest, Words } from '../../words/shown.js'
import { asked, code, fact, words } from './asked.js'

/** The case's name, the request, and its headline with its coloured parts in brackets. */
export type HeadlineRow = readonly [string, ShownRequest, string]

export const row = (
  is: string,
  title: Words,
  facts: readonly Fact[],
  said: string,
  ...warnings: readonly Words[]
): HeadlineRow => [is, asked(title, facts, warnings), said]

export const other = `0x${'5'.repeat(40)}`
export const third = `0x${'6'.repeat(40)}`
export const fourth = `0x${'7'.repeat(40)}`
export const dollar = `0x${'ab'.repeat(20)}`
export const unlimited = words('request.unlimited')
export const nothing = words('request.nothing')
export const unreadAmount = (amount: string) => words('request.smallestUnit', { amount })
export const priced = (
  contract: string | undefined,
  amount: bigint,
  decimals = 6,
): { readonly priced: PricedAmount } => ({
  priced: { contract, amount, decimals },
})
export const give = (amount: string, more: Partial<Fact> = {}) => fact('request.give', amount, more)
export const least = (amount: string, more: Partial<Fact> = {}) => fact('request.getAtLeast', amount, more)
export const to = (address: string) => code('request.to', address)
export const leaves = (amount: string, more: Partial<Fact> = {}) => fact('request.simulatedLeaves', amount, more)
export const comes = (amount: string) => fact('request.simulatedComes', amount)
export const stepOf = (title: Words) => fact('request.step', title)
export const send = words('request.send', { token: 'ETH' })
export const move = words('request.move', { token: 'DUSD' })
export const act = words('request.actBySignature')
export const permit = words('request.allowBySignature')
export const others = words('request.warn.othersGet')
export const differs = words('request.warn.simulationDiffers')
