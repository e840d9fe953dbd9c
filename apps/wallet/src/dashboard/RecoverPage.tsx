import { type Bytes, decodeBytes } from '@foyer/custody/bytes'
import type { WalletAddresses } from '@foyer/login/loginCalls'
import type { OwnDoor } from '@foyer/login/ownDoor'
import { ownDoorKeys, paperDoor } from '@foyer/login/ownDoorKeys'
import { Button } from '@foyer/parts'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { ArmedButton } from '../arming/ArmedButton.js'
import { PaperField } from '../doors/PaperField.js'
import { type PasskeyBrowser, usePasskey } from '../doors/passkey.js'
import { type RecoveryFile, readRecoveryFile } from '../doors/recoveryFile.js'
import { WalletError } from '../errors.js'
import { OwnPageError } from '../failures/failures.js'
import { useWork } from '../failures/useWork.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { type RunTask, VaultError } from '../vault/runTask.js'
import type { OpenableVault } from '../vault/tasks.js'
import { Failure } from '../views/Failure.js'
import { Message } from '../views/Message.js'
import { Accounts } from './Accounts.js'
import { Export } from './Export.js'

export interface RecoverPageProps {
  readonly run: RunTask
  readonly passkeys: PasskeyBrowser | undefined
}

type Shown =
  | { readonly is: 'file' }
  | { readonly is: 'doors' | 'paper'; readonly file: RecoveryFile }
  | { readonly is: 'open'; readonly openable: OpenableVault; readonly addresses: WalletAddresses }

/** A wallet that opens by its recovery file and what its owner has, without either server. Nothing is signed in, and nothing is kept. */
export function RecoverPage({ run, passkeys }: RecoverPageProps): ReactNode {
  const [shown, setShown] = useState<Shown>({ is: 'file' })
  const { isBusy, failure, act } = useWork()
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.currentTarget.files ?? []
    act(async () => {
      const file = chosen ? readRecoveryFile(await chosen.text()) : null
      if (!file) throw new OwnPageError({ sentence: 'recover.wrongFile' })
      setShown({ is: 'doors', file })
    })
  }
  if (shown.is === 'file') return <FileChoice failure={failure} onChange={take} />
  if (shown.is === 'open') return <Opened {...shown} run={run} />
  const { file } = shown
  const open = (door: OwnDoor | undefined, part: Bytes) => openByFile({ run, file, door, part }).then(setShown)
  const byPasskey = () =>
    act(async () => {
      const known = file.doors.flatMap((each) => (each.kind === 'passkey' ? [each.credential] : []))
      const { part, door: name } = await usePasskey(passkeys, known)
      await open(
        file.doors.find(({ door }) => door === name),
        part,
      )
    })
  const byPaper = (part: Bytes) =>
    act(async () => {
      const name = await paperDoor(part)
      await open(
        file.doors.find(({ door }) => door === name),
        part,
      )
    })
  if (shown.is === 'paper')
    return (
      <PaperField isBusy={isBusy} failure={failure} onPaper={byPaper} onLeft={() => setShown({ is: 'doors', file })} />
    )
  const kinds = file.doors.map(({ kind }) => kind)
  return (
    <Message title={sayHere('recover.title')}>
      <p>{sayHere('recover.say')}</p>
      <div className="form">
        {kinds.includes('passkey') && passkeys ? (
          <ArmedButton busy={isBusy} onClick={byPasskey}>
            {sayHere('signIn.passkey')}
          </ArmedButton>
        ) : null}
        {kinds.includes('paper') ? (
          <Button variant="quiet" disabled={isBusy} onClick={() => setShown({ is: 'paper', file })}>
            {sayHere('signIn.paper')}
          </Button>
        ) : null}
      </div>
      {kinds.includes('passkey') && !passkeys ? <p className="small">{sayHere('passkey.none')}</p> : null}
      <Failure>{failure}</Failure>
    </Message>
  )
}

interface FileChoiceProps {
  readonly failure: string
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** Takes the recovery file. */
function FileChoice({ failure, onChange }: FileChoiceProps): ReactNode {
  return (
    <Message title={sayHere('recover.title')}>
      <p>{sayHere('recover.say')}</p>
      <label className="file" data-part="button" data-variant="filled" data-size="md">
        {sayHere('recover.file')}
        <input type="file" accept="application/json,.json" data-part="visually-hidden" onChange={onChange} />
      </label>
      <Failure>{failure}</Failure>
    </Message>
  )
}

interface OpenByFile {
  readonly run: RunTask
  readonly file: RecoveryFile
  readonly door: OwnDoor | undefined
  readonly part: Bytes
}

/** Opens the vault by a door of the file; the addresses are those that its secret has, whatever the file says. @throws WalletError */
async function openByFile({
  run,
  file,
  door: own,
  part,
}: OpenByFile): Promise<Extract<Shown, { readonly is: 'open' }>> {
  if (!own) throw new WalletError({ sentence: 'error.doorWrong' })
  const { wallet, vault } = file
  const { door, kind, wrap } = own
  const { key } = await ownDoorKeys({ wallet, door, kind, part, b: decodeBytes(own.b) })
  const openable = { wallet, vault: decodeBytes(vault), door: { door, kind, key, wrap: decodeBytes(wrap) } }
  const { addresses } = await run({ task: 'addDoor', ...openable, to: openable.door }).catch((error: unknown) => {
    if (error instanceof VaultError && error.reason === 'wrong_key')
      throw new WalletError({ sentence: 'error.doorWrong' })
    throw error
  })
  return { is: 'open', openable, addresses }
}

function Opened({
  run,
  openable,
  addresses,
}: Extract<Shown, { readonly is: 'open' }> & Pick<RecoverPageProps, 'run'>): ReactNode {
  return (
    <div className="page">
      <main>
        <section className="hero" aria-labelledby="wallet">
          <h1 id="wallet">{sayHere('recover.opened')}</h1>
          <p className="lead">{sayHere('recover.openedSay')}</p>
          <Accounts addresses={addresses} />
        </section>
        <div className="columns">
          <Export
            onFile={async (password) => (await run({ task: 'export', password, ...openable })).text}
            onWords={async () => (await run({ task: 'reveal', ...openable })).text}
          />
        </div>
      </main>
    </div>
  )
}
