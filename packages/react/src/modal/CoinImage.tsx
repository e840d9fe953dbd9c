import { tokenImagePath } from '@foyer/core/wire'
import { TokenImage, type TokenImageProps } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useFoyer } from '../kit.js'

/**
 * The picture of a coin that the operator or the host names: its own, else the directory's, which an account's list shows for it too. What an account
 * merely holds may call itself anything, and has the picture that the server gives for its address, or none.
 */
export function CoinImage({ src, symbol, ...image }: TokenImageProps): ReactNode {
  const { api } = useFoyer().options
  const known =
    api && symbol ? `${api}${tokenImagePath.replace(':symbol', () => encodeURIComponent(symbol))}` : undefined
  return <TokenImage {...image} symbol={symbol} src={src || known} />
}
