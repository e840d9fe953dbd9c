import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { WalletError } from '../errors.js'
import type { Continuation } from '../login/continuation.js'
import type { LoginScreen } from '../login/login.js'
import { RefusedError } from '../servers/servers.js'
import { createStore } from '../store.js'
import { LoginHere } from './LoginHere.js'

afterEach(cleanup)

const email = 'ada@mail.example'

/** A login in a window whose mail's link is used at once. */
function show(right = '417093') {
  const codes: string[] = []
  const sent: string[] = []
  let isOpen = false
  const login = {
    async email(to: string) {
      sent.push(to)
      return { action: 'VERIFY_OTP' } as const
    },
    device: async () => ({}),
    async code(code: string) {
      codes.push(code)
      if (code !== right) throw new WalletError({ sentence: 'error.codeWrong' })
      isOpen = true
    },
  }
  const none = async () => Promise.reject(new Error('Nothing continues here.'))
  const wallet = {
    ...{ site: 'https://dapp.example', login, isOpen: () => isOpen, continueHere: none, openDoor: none },
    screen: createStore<{ readonly login: LoginScreen | undefined }>({ login: undefined }),
  }
  const [onOpened, onLeft] = [vi.fn(), vi.fn()]
  render(
    <LoginHere
      {...{ wallet, email, onOpened, onLeft }}
      first={({ begin }) => (
        <button type="button" onClick={begin}>
          Begin
        </button>
      )}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Begin' }))
  return { codes, sent, onOpened, onLeft }
}

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: /six digits/ })
const type = async (value: string) => fireEvent.change(await field(), { target: { value } })
const boxes = () => document.querySelectorAll('[data-part~="code-box"]')

test('a code is typed in six boxes and looked at once it is whole; what was wrong is typed anew', async () => {
  const { codes, onOpened } = show()
  await type('41709')
  expect([boxes().length, codes]).toEqual([6, []])
  await type('417090')
  await screen.findByText('Invalid code')
  await vi.waitFor(async () => expect((await field()).value).toBe(''))
  await type('417093')
  await vi.waitFor(() => expect(onOpened).toHaveBeenCalledOnce())
  expect(codes).toEqual(['417090', '417093'])
})

test('another code is sent on a press, and said to be; Cancel leaves', async () => {
  const { codes, sent, onLeft } = show()
  await type('4170')
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText('Another code was sent. Only the newest one counts.')
  expect([sent, codes, (await field()).value]).toEqual([[email, email], [], ''])
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onLeft).toHaveBeenCalledOnce()
})

/** A login that waits for its mail's link, or for the keeper to let the window in without it. */
function waiting({ isKnown, refuses = false }: { readonly isKnown: boolean; readonly refuses?: boolean }) {
  let letIn = () => {}
  const entered = new Promise<void>((resolve) => {
    letIn = resolve
  })
  const store = createStore<{ readonly login: LoginScreen | undefined }>({ login: undefined })
  const made: Continuation[] = []
  const continued: Continuation[] = []
  const toContinue = async () => {
    const each: Continuation = Object.create(null) // it is handed on, and nothing of it is read
    made.push(each)
    return each
  }
  const login = {
    async email() {
      const sendAgain = async () => {}
      store.set({ login: { is: 'digits', digits: '5083', email, againAt: 0, sendAgain, toContinue } })
      return { action: 'VERIFY_DEVICE' } as const
    },
    async device() {
      await entered
      return {}
    },
    code: async () => {},
  }
  const wallet = {
    ...{ site: 'https://wallet.example', login, isOpen: () => true, screen: store },
    openDoor: async () => Promise.reject(new Error('No door opens here.')),
    async continueHere(continuation: Continuation) {
      continued.push(continuation)
      if (refuses) throw new RefusedError({ refusal: 'device_unknown', retryAfter: null })
      letIn()
    },
  }
  const first = ({ begin }: { readonly begin: () => void }) => (
    <button type="button" onClick={begin}>
      Begin
    </button>
  )
  render(<LoginHere {...{ wallet, email, isKnown, first }} onOpened={() => {}} onLeft={() => {}} />)
  fireEvent.click(screen.getByRole('button', { name: 'Begin' }))
  return { made, continued }
}

const mailView = () => screen.findByRole('heading', { name: 'Check your mail' })

test('in a browser that the keeper knows, the press that begins opens the wallet, and the code alone is asked for', async () => {
  const { made, continued } = waiting({ isKnown: true })
  await field()
  expect(continued).toHaveLength(1)
  expect(continued[0]).toBe(made[0])
})

test('in any other it waits for the mail’s link, and continues without it by a press alone', async () => {
  const { continued } = waiting({ isKnown: false })
  await mailView()
  await screen.findByText('5083')
  expect(continued).toEqual([])
})

test('where the keeper knows the browser as another person’s, it waits for the mail’s link', async () => {
  const { continued } = waiting({ isKnown: true, refuses: true })
  await mailView()
  await screen.findByText('5083')
  expect(continued).toHaveLength(1)
})
