import { type ListedWallet, walletImageOf } from '@foyer/core/wallets'
import { Button, part, QrCode, VisuallyHidden, WalletImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Pairing } from '../hooks/usePairing.js'
import { useShownCode } from '../hooks/useShownCode.js'
import { useModal } from '../modalContext.js'
import { shownName } from '../shownName.js'
import { CopyLink } from './CopyLink.js'

export interface PairingCodeProps {
  /** Whom the code is for; any wallet where there is none. */
  readonly wallet: ListedWallet | undefined
  readonly pairing: Pairing
}

/** The code to scan. One that is renewed takes the former's place, and those who listen are told. */
export default function PairingCode({ wallet, pairing: { phase, uri, start } }: PairingCodeProps): ReactNode {
  const { say, foyer } = useModal()
  const { shown, renewals } = useShownCode({ uri })
  const name = shownName(wallet?.name ?? '')
  return (
    <div {...part({ name: 'pairing' })}>
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
      <p {...part({ name: 'pairing-hint' })}>{say('pairing.scan')}</p>
      <CopyLink uri={shown} />
      <VisuallyHidden>
        {/* The same words a second time wouldn't be heard. */}
        <span role="status">{renewals > 0 ? say('pairing.renewed') + '\u00a0'.repeat(renewals % 2) : null}</span>
      </VisuallyHidden>
    </div>
  )
}
