import { Button, PlusIcon } from '@foyer/parts'
import { type Keyring, mostAccounts } from '@foyer/signing'
import { type ReactNode, useState } from 'react'
import type { KeyStore } from '../keys/keyStore.js'
import { ContentBlock } from './ContentBlock.js'
import { WalletDialog } from './WalletDialog.js'
import { DevelopmentNote, KeyField } from './Welcome.js'

export interface KeysDialogProps {
  readonly keys: KeyStore
  readonly keyring: Keyring
  readonly onClose: () => void
}

/** Shows, imports and deletes keys. */
export function KeysDialog({ keys, keyring, onClose }: KeysDialogProps): ReactNode {
  const [isShown, setShown] = useState(false)
  const [isForgetting, setForgetting] = useState(false)
  return (
    <WalletDialog title="Keys" closeLabel="Close" onClose={onClose}>
      <DevelopmentNote />
      {isShown ? (
        <ContentBlock
          label="Recovery phrase and keys"
          text={[keyring.phrase, ...keyring.imported.map(({ family, privateKey }) => `${family} ${privateKey}`)].join(
            '\n\n',
          )}
        />
      ) : (
        <Button variant="quiet" onClick={() => setShown(true)}>
          Show the phrase and keys
        </Button>
      )}
      <Button variant="quiet" icon={<PlusIcon />} disabled={keyring.count >= mostAccounts} onClick={keys.addAccount}>
        Add an account
      </Button>
      <KeyField keys={keys} onDone={onClose} />
      {isForgetting ? (
        <>
          <p role="alert">Without its phrase these accounts can’t be restored.</p>
          <Button variant="danger" onClick={keys.forget}>
            Forget every key now
          </Button>
        </>
      ) : (
        <Button variant="danger" onClick={() => setForgetting(true)}>
          Forget the keys
        </Button>
      )}
    </WalletDialog>
  )
}
