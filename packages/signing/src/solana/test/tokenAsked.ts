import { associatedTokenProgram, token2022Program, tokenProgram } from '../programs.js'
import { type Asked, bytes, number, parties, type saidOfInstruction } from './saidOfInstruction.js'

/** For tests. Instructions of the token programs, and what is known of their accounts. */

const { me, ann, mine, theirs, dusd, unlisted } = parties
export type More = Parameters<typeof saidOfInstruction>[1]
export type Row = [string, string, Asked, More?]
export const token = (data: readonly number[], ...accounts: readonly (string | undefined)[]): Asked => [
  ...([tokenProgram, data] as const),
  ...accounts,
]
export const checked = (kind: number, amount: bigint, ...accounts: readonly (string | undefined)[]) =>
  token([kind, ...number(amount, 8), 6], ...accounts)
export const plain = (kind: number, amount: bigint, ...accounts: readonly (string | undefined)[]) =>
  token([kind, ...number(amount, 8)], ...accounts)
export const withFee = (amount: bigint, fee: bigint, ...accounts: readonly (string | undefined)[]): Asked => [
  ...([token2022Program, [26, 1, ...number(amount, 8), 6, ...number(fee, 8)]] as const),
  ...accounts,
]
export const holding = (address: string, owner: string, mint: string, amount?: bigint): More => ({
  tokenAccounts: new Map([
    [mine, { mint: dusd, owner: me, amount: 10_000_000n }],
    [theirs, { mint: dusd, owner: ann, amount: 1n }],
    [address, { mint, owner, amount }],
  ]),
})
export const ruled = (points: number, most: bigint): More => ({ tokenFees: new Map([[dusd, { points, most }]]) })
export const counted: More = {
  mintDecimals: new Map([
    [dusd, 6],
    [unlisted, 3],
  ]),
}
export const hand = (kind: number, to: string | undefined, on: string = mine) =>
  token([6, kind, ...(to === undefined ? [0] : [1, ...bytes(to)])], on, me)
export const associated = (data: readonly number[], ...accounts: readonly (string | undefined)[]): Asked => [
  ...([associatedTokenProgram, data] as const),
  ...accounts,
]
