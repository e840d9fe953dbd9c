import { Button, Field, IconButton, QrIcon } from '@foyer/parts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { canScan } from '../scan.js'
import type { Wallet } from '../wallet/createWallet.js'
import { ScanDialog } from './ScanDialog.js'

/** Takes a pairing URI: pasted, or scanned where the browser reads QR codes. */
export function PairPanel({ wallet, isPairing }: { readonly wallet: Wallet; readonly isPairing: boolean }): ReactNode {
  const [uri, setUri] = useState('')
  const [isScanning, setScanning] = useState(false)
  const connect = (text: string) => {
    setUri('')
    void wallet.pair(text)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connect(uri)
  }
  return (
    <section className="panel" aria-labelledby="connect">
      <h2 id="connect">Connect an application</h2>
      <form className="pair" onSubmit={submit}>
        <Field
          label="Pairing code"
          hideLabel
          placeholder="Paste a code: wc:…"
          value={uri}
          onValueChange={setUri}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          trailing={
            canScan() ? (
              <IconButton label="Scan a code" icon={<QrIcon />} onClick={() => setScanning(true)} />
            ) : undefined
          }
        />
        <Button type="submit" busy={isPairing} disabled={!isPairing && uri.trim() === ''}>
          Connect
        </Button>
      </form>
      {isScanning ? (
        <ScanDialog
          onClose={() => setScanning(false)}
          onCode={(code) => {
            setScanning(false)
            connect(code)
          }}
        />
      ) : null}
    </section>
  )
}
