import { type ReactNode, useState } from 'react'
import { Tile } from './Tile.js'
import { imageUrl } from './urls.js'

export interface PictureProps {
  /** Where the picture is; http, https or image data. */
  src: string | undefined
  /** Whose picture; decides the tile that stands in for one that is missing or doesn't load. */
  name: string
}

/** A picture from outside, with the initial in its place where there is none. The name stands beside it, so no `alt`. */
export function Picture({ src, name }: PictureProps): ReactNode {
  const url = imageUrl(src)
  const [failed, setFailed] = useState<string>()
  if (url === undefined || url === failed) return <Tile name={name} />
  return (
    <img
      src={url}
      alt=""
      draggable={false}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(url)}
    />
  )
}
