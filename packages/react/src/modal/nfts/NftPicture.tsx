import { imageUrl, part, Skeleton, Tile } from '@foyer/parts'
import { type ReactNode, useState } from 'react'

export interface NftPictureProps {
  /** Where it is, at the operator's server. */
  readonly src: string | undefined
  /** Decides the tile that stands in for one that is missing or doesn't load. */
  readonly name: string
}

/** An NFT's picture: an image that the browser fetches when it comes near, and nothing that could run or play. The name stands beside it, so no `alt`. */
export function NftPicture({ src, name }: NftPictureProps): ReactNode {
  const url = imageUrl(src)
  const [settled, setSettled] = useState<{ readonly url: string; readonly loaded: boolean }>()
  const done = settled !== undefined && settled.url === url
  if (url === undefined || (done && !settled.loaded)) return <Tile name={name} />
  return (
    <>
      {done ? null : <Skeleton shape="image" />}
      <img
        {...part({ name: 'nft-image', states: { loaded: done } })}
        src={url}
        alt=""
        draggable={false}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onLoad={() => setSettled({ url, loaded: true })}
        onError={() => setSettled({ url, loaded: false })}
      />
    </>
  )
}
