import { hashTypedData, validateTypedData } from 'viem'
import type { Fact, ShownRequest } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { shownName, shownText } from '../shownText.js'
import { numberOf } from './chain.js'
import type { AskedTypedData } from './requestParams.js'

/** Typed data that lets another account spend, though it looks like a message. */
const permits =
  /^(Permit|PermitSingle|PermitBatch|PermitTransferFrom|PermitBatchTransferFrom|PermitWitnessTransferFrom)$/

export type ReadTypedData =
  | { readonly status: 'readable'; readonly signable: AskedTypedData; readonly shown: ShownRequest }
  | { readonly status: 'unreadable'; readonly why: string }

/** Describes typed data (EIP-712). Data for another chain isn't signed. */
export function readTypedData({
  data: { types, primaryType, domain, message },
  address,
  network,
}: {
  readonly data: AskedTypedData
  readonly address: string
  readonly network: WalletNetwork
}): ReadTypedData {
  const chain = domain.chainId === undefined ? undefined : Number(domain.chainId)
  if (chain !== undefined && chain !== numberOf(network.chainId)) {
    return { status: 'unreadable', why: `The typed data is for the chain ${chain}, not for ${network.name}.` }
  }
  // As a number: the encoder leaves a chain id in text out of the domain.
  const ownDomain = chain === undefined ? domain : { ...domain, chainId: chain }
  const signable: AskedTypedData = { types, primaryType, domain: ownDomain, message }
  try {
    validateTypedData(signable)
    hashTypedData(signable) // what can't be hashed can't be signed either, so it is refused before the visitor is asked
  } catch {
    return { status: 'unreadable', why: 'The typed data doesn’t fit its own types.' }
  }
  const facts: Fact[] = [
    { label: 'What', value: shownName(primaryType) },
    ...(typeof domain.name === 'string' ? [{ label: 'For', value: shownName(domain.name) }] : []),
    ...(typeof domain.verifyingContract === 'string'
      ? [{ label: 'Contract', value: shownName(domain.verifyingContract), isCode: true }]
      : []),
    { label: 'With', value: address, isCode: true },
    { label: 'Network', value: network.name },
  ]
  return {
    status: 'readable',
    signable,
    shown: {
      title: permits.test(primaryType) ? 'Allow spending by signature' : 'Sign typed data',
      act: 'Sign',
      facts,
      content: { label: 'Message', text: shownText(JSON.stringify(message, undefined, 2)), isCode: true },
      warnings: [
        ...(permits.test(primaryType) ? ['Anyone with this signature may take the tokens that it names.'] : []),
        ...(chain === undefined ? ['It names no chain, so it holds on every one.'] : []),
      ],
      isBlind: false,
    },
  }
}
