import { type ReactNode, useState } from 'react'
import { part } from './part.js'
import { imageUrl } from './urls.js'

/** 20 px in a chip, 36 in a row, 48 and 80 on their own. */
export type NetworkImageSize = 'chip' | 'row' | 'md' | 'lg'

export interface NetworkImageProps {
  name: string
  src?: string | undefined
  size?: NetworkImageSize | undefined
}

/** A network's picture; without one its initial on a quiet ground, as the buttons in the page show it. */
export function NetworkImage({ name, src, size = 'row' }: NetworkImageProps): ReactNode {
  const url = imageUrl(src)
  const [failed, setFailed] = useState<string>()
  const isShown = url !== undefined && url !== failed
  return (
    <span
      aria-hidden="true"
      data-initial={isShown ? undefined : [...name][0]}
      {...part({ name: 'network-image', states: { size } })}
    >
      {isShown ? (
        <img
          src={url}
          alt=""
          draggable={false}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(url)}
        />
      ) : null}
    </span>
  )
}
