export type ChainEventKind = 'native' | 'erc20' | 'erc721' | 'erc1155' | 'approval' | 'approvalForAll' | 'swap'

/** Something that a transaction did: a coin or a token moved, a spender was approved, a pool swapped. */
export interface ChainEvent {
  readonly kind: ChainEventKind
  /** the token, or the pool of a swap; null for the network's own coin */
  readonly contract: string | null
  readonly tokenId: bigint | null
  /** the sender; the owner of an approval; the sender of a swap */
  readonly from: string
  /** the recipient; the spender of an approval; the recipient of a swap */
  readonly to: string
  /** in the smallest unit; 1 for an ERC-721; of an approval of everything 1 or 0 */
  readonly amount: bigint
}

export const zeroAddress = '0x0000000000000000000000000000000000000000'

/** Whether it moved something, so that both sides took part in it. */
export const isTransfer = ({ kind }: Pick<ChainEvent, 'kind'>): boolean =>
  kind === 'native' || kind === 'erc20' || kind === 'erc721' || kind === 'erc1155'
