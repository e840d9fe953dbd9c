import { contextOf } from '@foyer/core/internal'
import { part, Skeleton } from '@foyer/parts'
import { type ReactNode, useMemo } from 'react'
import { createPiece } from '../piece.js'
import { useModal } from './modalContext.js'
import { TryAgain, useNeeded } from './ViewSlot.js'

export interface CodeToScanProps {
  /** The text in the code; undefined while it isn't known, or can't be. */
  readonly text: string | undefined
  readonly coming?: boolean | undefined
  readonly label: string
  /** The name of its part. */
  readonly partName: string
  /** The picture in its middle. */
  readonly logo?: ReactNode | undefined
}

/** A code to scan, whose drawing comes with the chunk of the pairing code. */
export function CodeToScan({ partName, ...code }: CodeToScanProps): ReactNode {
  const { foyer, say } = useModal()
  const drawing = useMemo(
    () =>
      createPiece({
        chunk: 'code',
        load: async () => (await import('./pairing/PairingCode.js')).QrCode,
        report: contextOf(foyer).report,
      }),
    [foyer],
  )
  const piece = useNeeded(drawing)
  if (piece.status === 'failed')
    return <TryAgain say={say} message={say('button.notLoaded')} isLost={piece.isLost} onTry={drawing.need} />
  return (
    <div {...part({ name: partName })}>
      {piece.status === 'ready' ? <piece.content {...code} /> : <Skeleton shape="image" />}
    </div>
  )
}
