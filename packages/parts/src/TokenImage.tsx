import type { ReactNode } from 'react'
import { Picture } from './Picture.js'
import { part } from './part.js'

export interface TokenImageProps {
  /** The token's symbol: decides the tile that stands in for a missing picture. */
  symbol: string
  src?: string | undefined
  /** 36 px in a row, 24 in a chip. */
  size?: 'chip' | 'row' | undefined
  /** The network that it is on, as a small mark: a {@link NetworkImage}. */
  network?: ReactNode | undefined
}

/** A token's picture. */
export function TokenImage({ symbol, src, size = 'row', network }: TokenImageProps): ReactNode {
  return (
    <span aria-hidden="true" {...part({ name: 'token-image', states: { size } })}>
      <Picture src={src} name={symbol} />
      {network ? <span {...part({ name: 'token-network' })}>{network}</span> : null}
    </span>
  )
}
