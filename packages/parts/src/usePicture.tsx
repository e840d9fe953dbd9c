import { type ReactNode, useState } from 'react'
import { imageUrl } from './urls.js'

/** A picture from outside; undefined where there is none, or none that loads. The name stands beside it, so no `alt`. */
export function usePicture(src: string | undefined): ReactNode {
  const url = imageUrl(src)
  const [failed, setFailed] = useState<string>()
  if (url === undefined || url === failed) return undefined
  return (
    <img
      src={url}
      alt=""
      draggable={false}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(url)}
    />
  )
}
