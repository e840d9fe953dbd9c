import type { ReactNode } from 'react'
import { SealIcon } from './icons/viewIcons.js'
import { LazyPicture } from './LazyPicture.js'
import { type ButtonAttributes, part } from './part.js'
import { VisuallyHidden } from './VisuallyHidden.js'
import { WalletImage } from './WalletImage.js'

export interface WalletTileProps extends ButtonAttributes {
  name: string
  src: string | undefined
  /** Its picture is fetched once it has been seen. */
  seen: boolean
  installed: boolean
  certified: boolean
  /** The meaning of its marks, in words. */
  hint?: string | undefined
}

/** A wallet of many: its picture, its name in two lines at most, and what is to be known of it. */
export function WalletTile(props: WalletTileProps): ReactNode {
  const { name, src, seen, installed, certified, hint, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      data-look="middle"
      {...part({ name: 'wallet-tile', states: { installed, certified, disabled: rest.disabled } })}
    >
      <WalletImage
        size="md"
        name={name}
        installed={installed}
        picture={<LazyPicture src={src} name={name} seen={seen} />}
      />
      {certified ? (
        <span aria-hidden="true" data-look="disc" {...part({ name: 'wallet-tile-seal' })}>
          <SealIcon />
        </span>
      ) : null}
      <span {...part({ name: 'wallet-tile-name' })} dir="auto" title={name}>
        {name}
      </span>
      {hint ? <VisuallyHidden> {hint}</VisuallyHidden> : null}
    </button>
  )
}

/** The outline of one that is on its way. */
export function WalletTileSkeleton(): ReactNode {
  return (
    <span data-look="middle" {...part({ name: 'wallet-tile-skeleton' })}>
      <span {...part({ name: 'skeleton', states: { shape: 'image' } })} />
      <span {...part({ name: 'skeleton', states: { shape: 'text' } })} />
    </span>
  )
}
