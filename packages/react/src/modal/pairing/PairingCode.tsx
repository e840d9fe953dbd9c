import { walletOpened } from '@foyer/core/connection'
import { contextOf } from '@foyer/core/internal'
import { shownName, walletImageOf } from '@foyer/core/wallets'
import { Button, part, QrCode, VisuallyHidden, WalletImage } from '@foyer/parts'
import { type ReactNode, useEffect, useState } from 'react'
import { useModal } from '../modalContext.js'
import type { PairingCodeProps } from '../views.js'
import { CopyPairing } from './PairingLink.js'

/** Of this chunk for every view that shows a code. */
export { QrCode } from '@foyer/parts'

/** The code to scan. One that is renewed takes the former's place, and the change is announced. */
export default function PairingCode({ wallet, pairing: { phase, uri, start } }: PairingCodeProps): ReactNode {
  const { say, foyer } = useModal()
  const { shown, renewals } = useShownCode({ uri })
  const name = shownName(wallet?.name ?? '')
  return (
    <div data-look="stack-1" {...part({ name: 'pairing' })}>
      <div {...part({ name: 'pairing-code' })}>
        <QrCode
          text={shown}
          coming={phase !== 'idle'}
          label={name ? say('pairing.codeOf', { wallet: name }) : say('pairing.code')}
          logo={wallet ? <WalletImage size="md" name={name} src={walletImageOf(foyer, wallet)} /> : undefined}
        />
        {phase === 'idle' ? (
          <Button size="sm" partName="show-code" onClick={start}>
            {say('pairing.show')}
          </Button>
        ) : null}
      </div>
      <p data-look="centred" {...part({ name: 'pairing-hint' })}>
        {say('pairing.scan')}
      </p>
      <CopyPairing uri={shown} />
      <VisuallyHidden>
        {/* The same words a second time wouldn't be announced. */}
        <span role="status">{renewals > 0 ? say('pairing.renewed') + '\u00a0'.repeat(renewals % 2) : null}</span>
      </VisuallyHidden>
    </div>
  )
}

/** The time that the place of a code stands empty before it's drawn, so that it doesn't flicker by. */
const delayMs = 200

export interface ShownCode {
  /** The text of the code, once it's to be drawn. */
  readonly shown: string | undefined
  /** The number of times that another has taken its place since. */
  readonly renewals: number
}

/** When a code is drawn: the first a moment after it's known, the next one in its place at once. */
function useShownCode({ uri }: { readonly uri: string | undefined }): ShownCode {
  const { foyer } = useModal()
  const [drawn, setDrawn] = useState<{ readonly uri: string; readonly renewals: number }>()
  if (drawn && uri === undefined) setDrawn(undefined)
  if (drawn && uri !== undefined && drawn.uri !== uri) setDrawn({ uri, renewals: drawn.renewals + 1 })
  const isDrawn = drawn !== undefined
  useEffect(() => {
    if (isDrawn || uri === undefined) return
    return contextOf(foyer).clock.setTimeout(() => setDrawn({ uri, renewals: 0 }), delayMs)
  }, [isDrawn, uri, foyer])
  useEffect(() => {
    // The wallet that scans it is on another device: requests will open nothing here.
    if (isDrawn) walletOpened(foyer, { href: undefined })
  }, [isDrawn, foyer])
  return { shown: drawn?.uri, renewals: drawn?.renewals ?? 0 }
}
