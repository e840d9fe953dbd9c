import type { ReviewedRequest } from '../actions/send.js'
import type { Approval } from '../connector/family.js'
import type { GivenApproval } from '../state/viewParams.js'
import type { OpenApproval } from '../wire/account.js'

/** Above this no token has as many units: who approves so much approves everything. Some tokens count in 96 bits. */
const unlimited96 = 2n ** 96n - 1n
const unlimitedFrom = 2n ** 255n

/** Whether an amount of a token, in its smallest unit, stands for all that there is and will be. */
export const isUnlimited = (amount: bigint): boolean => amount === unlimited96 || amount >= unlimitedFrom

/** The part of it that a wallet needs to take it back. */
export function approvalOf(open: OpenApproval): Approval {
  const { kind, contract, spender } = open
  return { kind, contract, spender, tokenId: open.kind === 'nft' ? open.tokenId : undefined }
}

/** The request to the wallet that takes it back: shown in words, estimated, and asked for. */
export const requestToRevoke = ({ approval, networkId, account: address }: GivenApproval): ReviewedRequest => ({
  asked: { approval: approvalOf(approval) },
  networkId,
  address,
})

/** Distinguishes it from all others. */
export function approvalKey({ networkId, account, approval }: GivenApproval): string {
  const { kind, contract, spender, tokenId = '' } = approvalOf(approval)
  return [networkId, account, kind, contract, tokenId, spender].join('/').toLowerCase()
}
