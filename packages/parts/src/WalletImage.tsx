import type { ReactNode } from 'react'
import { CheckIcon } from './icons/icons.js'
import { Picture } from './Picture.js'
import { part } from './part.js'

export interface WalletImageProps {
  name: string
  src?: string | undefined
  /** Drawn instead of a picture, such as the sign of a code to scan. */
  icon?: ReactNode | undefined
  /** Instead of the picture at `src`. */
  picture?: ReactNode | undefined
  /** An icon on the accent, where it isn't on a quiet ground. */
  tone?: 'accent' | undefined
  /** 36 px in a row, then 56 and 80. */
  size?: 'row' | 'md' | 'lg' | undefined
  /** Shows a small mark: the wallet is there already. */
  installed?: boolean | undefined
}

export function WalletImage(props: WalletImageProps): ReactNode {
  const { name, src, icon, picture, tone, size = 'row', installed } = props
  return (
    <span aria-hidden="true" {...part({ name: 'wallet-image', states: { size, installed, tone } })}>
      {icon ?? picture ?? <Picture src={src} name={name} />}
      {installed ? (
        <span data-look="disc" {...part({ name: 'badge', states: { kind: 'success' } })}>
          <CheckIcon />
        </span>
      ) : null}
    </span>
  )
}
