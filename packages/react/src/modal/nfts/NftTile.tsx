import { LazyPicture, part, VisuallyHidden } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { ShownNft } from '../../headless/nfts.js'
import { useModal } from '../modalContext.js'

export interface NftTileProps {
  readonly nft: ShownNft
  readonly onClick: () => void
}

/** One of the grid: its picture, which is fetched when it comes near, its name, and how many of it there are. */
export function NftTile({ nft: { key, nft, name, collection, shortId, image }, onClick }: NftTileProps): ReactNode {
  const { say } = useModal()
  const { isSpam } = nft
  const amount = grouped(nft.amount)
  // What distinguishes it from its neighbours isn't cut off.
  const isNameless = collection !== undefined && name === `${collection} ${shortId}`
  return (
    <button type="button" data-nft={key} onClick={onClick} {...part({ name: 'nft-tile', states: { spam: isSpam } })}>
      <span aria-hidden="true" data-look="panel" {...part({ name: 'nft-picture', states: { size: 'tile' } })}>
        <LazyPicture src={image} name={name} />
        {amount === '1' ? null : (
          <span dir="ltr" {...part({ name: 'nft-amount' })}>
            ×{amount}
          </span>
        )}
      </span>
      <span dir="auto" title={name} data-look="cut" {...part({ name: 'nft-name' })}>
        {isNameless ? shortId : name}
      </span>
      {collection === undefined || (name.startsWith(collection) && !isNameless) ? null : (
        <span dir="auto" title={collection} data-look="cut dim" {...part({ name: 'nft-collection' })}>
          {collection}
        </span>
      )}
      {amount === '1' ? null : <VisuallyHidden> {say('nfts.amount', { count: amount })}</VisuallyHidden>}
      {isSpam ? <VisuallyHidden> {say('nfts.spam')}</VisuallyHidden> : null}
    </button>
  )
}

/** Writes a number with its digits grouped as every figure is. */
export const grouped = (digits: string): string => BigInt(digits).toLocaleString('en')

/** The outline of one that is on its way. */
export function NftTileSkeleton(): ReactNode {
  return (
    <span {...part({ name: 'nft-tile-skeleton' })}>
      <span {...part({ name: 'skeleton', states: { shape: 'image' } })} />
      <span {...part({ name: 'skeleton', states: { shape: 'text' } })} />
    </span>
  )
}
