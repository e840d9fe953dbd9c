import type { ViewName, ViewProps } from '@foyer/core'
import { homeRoute } from '@foyer/core/internal'
import { namesSentences } from '@foyer/core/messages'
import { push, reset } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import {
  ArrowRightIcon,
  Button,
  CheckIcon,
  EmptyState,
  Field,
  IconButton,
  NameIcon,
  part,
  Row,
  RowList,
  Spinner,
  Tag,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import { type AccountName, useFoyerAccountName } from '../../headless/accountName.js'
import { Failed, Retry } from '../Failed.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSlot.js'
import { type ViewEntry, view } from '../viewEntry.js'
import sheet from './names.css?inline'

/** Why an account has a name, and the way to one. */
function ChooseAccountNameView(): ReactNode {
  const { say, foyer } = useModal()
  return (
    <div data-look="stack-2" {...part({ name: 'name-words' })}>
      <span {...part({ name: 'state-icon' })}>
        <NameIcon />
      </span>
      <h2 {...part({ name: 'name-title' })}>{say('names.choose')}</h2>
      <p {...part({ name: 'state-text' })}>{say('names.chooseWhy')}</p>
      <div data-look="stack-2" {...part({ name: 'actions' })}>
        <Button partName="choose-name" onClick={() => push(foyer, { view: 'RegisterAccountName' })}>
          {say('names.chooseButton')}
        </Button>
      </div>
    </div>
  )
}

/** A name is typed, looked up, and signed [S2.9]. */
function RegisterAccountNameView(): ReactNode {
  const { say } = useModal()
  const account = useFoyerAccountName()
  switch (account.phase) {
    case 'loading':
      return <ViewSkeleton label={say('shell.loading')} />
    case 'notOffered':
      return <EmptyState icon={<NameIcon />} title={say('names.notOffered')} text={say('names.notOfferedWhy')} />
    case 'failed':
      return <PlaceFailed {...account} />
    case 'owned':
    case 'registered':
      return (
        <EmptyState
          icon={<NameIcon />}
          title={say('names.owned')}
          text={say('names.ownedName', { name: account.name ?? '' })}
        />
      )
    default:
      return <NameForm {...account} />
  }
}

function NameForm(account: AccountName): ReactNode {
  const { say } = useModal()
  const { text, setText, suffix, canRegister, register, phase } = account
  const isBusy = phase === 'registering'
  const fault = account.fault && say(`names.${account.fault}`)
  return (
    <form
      data-look="stack"
      {...part({ name: 'name-form' })}
      onSubmit={(event) => {
        event.preventDefault()
        register()
      }}
    >
      <Field
        partName="name-field"
        label={say('names.label')}
        value={text}
        onValueChange={setText}
        readOnly={isBusy}
        error={fault}
        hint={say(isBusy ? 'names.signing' : 'names.hint')}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={63}
        dir="ltr"
        trailing={
          <>
            <span title={suffix} data-look="cut" {...part({ name: 'name-suffix' })} dir="ltr">
              {suffix}
            </span>
            {isBusy ? (
              <Spinner />
            ) : (
              <IconButton
                type="submit"
                partName="register-name"
                label={say('names.submit', { name: `${text}${suffix}` })}
                icon={<ArrowRightIcon />}
                disabled={!canRegister}
              />
            )}
          </>
        }
      />
      <Standing {...account} />
    </form>
  )
}

/** The server's answer on the typed name; announced where it changes. */
function Standing({ text, standing, suggestions, trouble, setText, phase, retry, suffix }: AccountName): ReactNode {
  const { say } = useModal()
  const isShown =
    standing === 'checking' || standing === 'available' || standing === 'registered' || standing === 'refused'
  const showsOthers = (standing === 'registered' || standing === 'refused') && phase === 'choosing'
  return (
    <>
      <div role="status" {...part({ name: 'name-standing' })}>
        {isShown ? (
          <p data-look="ends panel" {...part({ name: 'name-shown', states: { standing } })}>
            <span dir="ltr" title={`${text}${suffix}`} data-look="cut" {...part({ name: 'account-name-text' })}>
              {text.toLowerCase()}
              <span data-look="cut" {...part({ name: 'name-suffix' })}>
                {suffix}
              </span>
            </span>
            {standing === 'checking' ? <Spinner label={say('names.checking')} /> : <StandingTag standing={standing} />}
          </p>
        ) : null}
      </div>
      <div role="alert" data-look="centred" {...part({ name: 'name-trouble' })}>
        {trouble ? <p dir="auto">{'reason' in trouble ? trouble.reason : say(trouble.notice)}</p> : null}
      </div>
      {standing === 'failed' ? <Retry retry={retry} /> : null}
      {showsOthers && suggestions.length > 0 ? (
        <RowList label={say('names.results')}>
          {suggestions.map((name) => (
            <Row
              key={name}
              partName="account-name-suggestion"
              label={`${name}${suffix}`}
              aria-label={say('names.use', { name: `${name}${suffix}` })}
              trailing={<StandingTag standing="available" />}
              onClick={() => setText(name)}
            />
          ))}
        </RowList>
      ) : null}
    </>
  )
}

function StandingTag({ standing }: { readonly standing: 'available' | 'registered' | 'refused' }): ReactNode {
  const { say } = useModal()
  return <Tag variant={standing === 'available' ? 'success' : 'shade'}>{say(`names.${standing}`)}</Tag>
}

/** Names can't be had here now. */
function PlaceFailed({ trouble, retry }: Pick<AccountName, 'trouble' | 'retry'>): ReactNode {
  const { say } = useModal()
  const message = trouble && 'reason' in trouble ? trouble.reason : say(trouble?.notice ?? 'names.placeFailed')
  return <Failed message={message} retry={retry} />
}

/** The account has its name. */
function RegisterAccountNameSuccessView({ name }: ViewProps<'RegisterAccountNameSuccess'>): ReactNode {
  const { say, foyer } = useModal()
  return (
    <div data-look="stack-2" {...part({ name: 'name-words' })}>
      <span {...part({ name: 'state-icon', states: { kind: 'success' } })}>
        <CheckIcon />
      </span>
      <div role="status" data-look="stack-1" {...part({ name: 'waiting-words' })}>
        <h2 {...part({ name: 'name-title' })}>{say('names.success')}</h2>
        <p {...part({ name: 'state-text' })}>{say('names.successWhy', { name: shownName(name) })}</p>
      </div>
      <div data-look="stack-2" {...part({ name: 'actions' })}>
        <Button partName="go-to-account" onClick={() => reset(foyer, homeRoute({ connected: true }))}>
          {say('names.go')}
        </Button>
      </div>
    </div>
  )
}

/** The views in which an account gets its name. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view('ChooseAccountName', ChooseAccountNameView, 'names.chooseTitle'),
  view('RegisterAccountName', RegisterAccountNameView, 'names.registerTitle'),
  view('RegisterAccountNameSuccess', RegisterAccountNameSuccessView, 'names.successTitle'),
])

export const sentences: typeof namesSentences = namesSentences

export const css: string = sheet
