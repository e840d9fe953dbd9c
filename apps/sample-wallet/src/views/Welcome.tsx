import { Button, Field, Separator } from '@foyer/parts'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { KeyStore } from '../keys/keyStore.js'
import { InvalidKeyError } from '../keys/keyStore.js'
import { pairAtOnce } from '../keys/pairAtOnce.js'
import type { Wallet } from '../wallet/createWallet.js'

export interface WelcomeProps {
  readonly keys: KeyStore
  readonly wallet: Wallet
  /** A public phrase, whose accounts have coins on the local chains. */
  readonly knownPhrase?: string | undefined
}

/** Shown before the first key. */
export function Welcome({ keys, wallet, knownPhrase }: WelcomeProps): ReactNode {
  return (
    <section className="panel" aria-labelledby="welcome">
      <h2 id="welcome" className="title">
        A wallet to try things with
      </h2>
      <p className="dim">
        It pairs with applications by WalletConnect as a wallet on a phone does, signs with real keys and sends to real
        nodes.
      </p>
      <DevelopmentNote />
      {knownPhrase === undefined ? null : (
        <>
          <Button onClick={() => keys.takeKnown(knownPhrase)}>Use accounts with coins</Button>
          <p className="small">
            Three accounts a family, with coins on the local networks. Their keys are known to everybody.
          </p>
          <Separator label="or" />
        </>
      )}
      <Button variant={knownPhrase === undefined ? 'filled' : 'quiet'} onClick={keys.create}>
        Create an empty wallet
      </Button>
      <Separator label="or" />
      <KeyField keys={keys} onText={(text) => pairAtOnce({ text, keys, wallet, knownPhrase })} />
      <p className="small">An application’s link, “wc:…”, is taken too: the wallet begins, and connects with it.</p>
    </section>
  )
}

/** Takes a phrase or a private key. */
export function KeyField({
  keys,
  onText,
  onDone,
}: {
  readonly keys: KeyStore
  /** Takes what is no key; answers whether it was. */
  readonly onText?: ((text: string) => boolean) | undefined
  readonly onDone?: (() => void) | undefined
}): ReactNode {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation() // the surrounding form must not receive the dialog's submit
    if (onText?.(text)) return
    try {
      keys.bringIn(text)
      setText('')
      onDone?.()
    } catch (failure) {
      if (!(failure instanceof InvalidKeyError)) throw failure
      setError(failure.message)
    }
  }
  return (
    <form className="key-field" onSubmit={submit}>
      <Field
        label="Recovery phrase or private key"
        value={text}
        onValueChange={(value) => {
          setText(value)
          setError(undefined)
        }}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button variant="quiet" type="submit" disabled={text.trim() === ''}>
        Import
      </Button>
    </form>
  )
}

/** The purpose of the wallet, and its limits. */
export function DevelopmentNote(): ReactNode {
  return (
    <p className="caution">
      For development. The keys lie in this browser’s storage without a password: keep nothing of value here.
    </p>
  )
}
