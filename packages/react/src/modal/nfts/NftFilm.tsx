import { filmUrl, part, Tile } from '@foyer/parts'
import { type ReactNode, useState } from 'react'

export interface NftFilmProps {
  readonly src: string | undefined
  /** The name for screen readers; decides the tile that stands in for one that doesn't load. */
  readonly name: string
}

/** An NFT's film: nothing of it is fetched before the visitor plays it, and it has no sound until they turn that on. */
export function NftFilm({ src, name }: NftFilmProps): ReactNode {
  const url = filmUrl(src)
  const [failed, setFailed] = useState<string>()
  return (
    <>
      <Tile name={name} />
      {url === undefined || url === failed ? null : (
        <video
          {...part({ name: 'nft-film' })}
          src={url}
          aria-label={name}
          controls
          controlsList="nodownload noremoteplayback"
          disablePictureInPicture
          loop
          muted
          playsInline
          preload="none"
          onError={() => setFailed(url)}
        />
      )}
    </>
  )
}
