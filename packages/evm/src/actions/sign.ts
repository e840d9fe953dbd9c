import type { Clock, FamilyWallet } from '@foyer/core'
import { bytesToHex, type Hex, isHex, isSignature } from '@foyer/core/chain'
import { bytesToSign } from '@foyer/core/connector'
import * as v from 'valibot'
import { requestWallet } from '../connection/walletRequest.js'
import { WrongNetworkError } from '../errors.js'
import type { EvmTransaction, TypedData, TypedDataDomain, TypedDataField } from '../family.js'
import { transactionJson } from './send.js'

/** The parameters of a request to a wallet. */
export interface WalletAction {
  readonly wallet: FamilyWallet<'eip155'>
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
}

/** `personal_sign` [S7.36]: the message as hex, then the address. */
export async function personalSign({
  wallet: { provider, account },
  message,
  clock,
  signal,
}: WalletAction & { readonly message: string | Uint8Array }): Promise<{ readonly signature: Hex }> {
  const signature = await requestWallet({
    provider,
    signal,
    method: 'personal_sign',
    params: [bytesToHex(bytesToSign(message)), account.address],
    parse: parseSignature,
    expected: 'a signature',
    clock,
  })
  return { signature }
}

/** @returns undefined for what is no signature [S5.28] */
function parseSignature(answer: unknown): Hex | undefined {
  return isSignature(answer) ? answer : undefined
}

/** `eth_signTypedData_v4` (EIP-712): the address, then the data as JSON. */
export async function signTypedDataV4({
  wallet: { provider, account, networkId },
  typedData,
  clock,
  signal,
}: WalletAction & { readonly typedData: TypedData }): Promise<{ readonly signature: Hex }> {
  const { chainId } = typedData.domain
  if (chainId !== undefined && `eip155:${chainId}` !== networkId)
    throw new WrongNetworkError({ wanted: `eip155:${chainId}`, actual: networkId })
  const signature = await requestWallet({
    provider,
    signal,
    method: 'eth_signTypedData_v4',
    params: [account.address, typedDataJson(typedData)],
    parse: parseSignature,
    expected: 'a signature',
    clock,
  })
  return { signature }
}

/** Typed data as wallets take it: with the domain's own type, and large numbers as decimal text. */
export function typedDataJson({ domain, types, primaryType, message }: TypedData): string {
  const all = { EIP712Domain: typeOfDomain(domain), ...types }
  return JSON.stringify({ domain, types: all, primaryType, message }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

/** The members that a domain has, in the order of EIP-712. */
function typeOfDomain(domain: TypedDataDomain): readonly TypedDataField[] {
  const members = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
    { name: 'salt', type: 'bytes32' },
  ] as const
  return members.filter(({ name }) => domain[name] !== undefined)
}

/** Wallets answer with the raw transaction, or as geth does with it under `raw`. */
const SignedTransaction = v.union([v.custom<Hex>(isRaw), v.object({ raw: v.custom<Hex>(isRaw) })])

/** `eth_signTransaction`, one prompt each: EIP-1193 has no request for several. */
export async function signTransactions({
  wallet: { provider, account },
  transactions,
  clock,
  signal,
}: WalletAction & { readonly transactions: readonly EvmTransaction[] }): Promise<readonly Hex[]> {
  const signed: Hex[] = []
  for (const transaction of transactions) {
    const raw = await requestWallet({
      provider,
      signal,
      method: 'eth_signTransaction',
      params: [transactionJson({ from: account.address, transaction })],
      parse: parseSigned,
      expected: 'a signed transaction',
      clock,
    })
    signed.push(raw)
  }
  return signed
}

function parseSigned(answer: unknown): Hex | undefined {
  const { success, output } = v.safeParse(SignedTransaction, answer)
  if (!success) return undefined
  return typeof output === 'string' ? output : output.raw
}

function isRaw(value: unknown): value is Hex {
  return isHex(value) && value.length > 2
}
