import { type ReactNode, useState } from 'react'
import { part } from './part.js'
import { Skeleton } from './Skeleton.js'
import { Tile } from './Tile.js'
import { imageUrl } from './urls.js'

export interface LazyPictureProps {
  /** The address of the picture; http, https or image data. */
  src: string | undefined
  /** The name that decides the tile for a picture that is missing or doesn't load. */
  name: string
  /** It's fetched once it has been seen; true unless said, and then when it comes near. */
  seen?: boolean | undefined
}

/** A picture from outside that shimmers until it's there. The name stands beside it, so no `alt`. */
export function LazyPicture({ src, name, seen = true }: LazyPictureProps): ReactNode {
  const url = imageUrl(src)
  const [settled, setSettled] = useState<{ readonly url: string; readonly loaded: boolean }>()
  const done = settled !== undefined && settled.url === url
  if (url === undefined || (done && !settled.loaded)) return <Tile name={name} />
  return (
    <>
      {done ? null : <Skeleton shape="image" />}
      {seen ? (
        <img
          {...part({ name: 'lazy-picture', states: { loaded: done } })}
          src={url}
          alt=""
          draggable={false}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={() => setSettled({ url, loaded: true })}
          onError={() => setSettled({ url, loaded: false })}
        />
      ) : null}
    </>
  )
}
