import { anyOf } from '../anyOf.js'
import type { ChangeEmail } from '../login/changeEmail.js'
import { createLogin, type LoginParameters } from '../login/login.js'
import type { SocialLogin } from '../login/social.js'
import type { Store } from '../store.js'
import type { FrameLogin, FrameState } from './handlers.js'
import { onceLoaded } from './onceLoaded.js'
import type { Surface } from './surface.js'

/** The ways to log in and to change the mailbox in a frame, of which one at a time has a screen there. */
export interface FrameLogins {
  readonly login: FrameLogin
  /** Logins at providers, whose code comes with the first. */
  readonly socials: () => Promise<SocialLogin>
  /** Changes of the mailbox, the same. */
  readonly changes: () => Promise<ChangeEmail>
  /** The visitor has put away what the login shows; it isn't brought up again until it is another. */
  putAway(): void
  /** The visitor of a login goes by another address. */
  useAnother(): void
}

export interface FrameLoginsParameters extends Omit<LoginParameters, 'show'> {
  readonly state: Store<FrameState>
  readonly surface: Surface
  /** The page's own. */
  readonly origin: string
  /** The device has its person by another address from now on. */
  readonly changed: () => void
}

export function createFrameLogins({ state, surface, origin, changed, ...given }: FrameLoginsParameters): FrameLogins {
  const { show, putAway } = createLoginScreen({ state, surface })
  const entering: LoginParameters = { ...given, show }
  const { login, leave } = leavable(createLogin(entering))
  return {
    ...{ login, putAway },
    socials: onceLoaded(async () => (await import('../login/social.js')).createSocialLogin({ ...entering, origin })),
    changes: onceLoaded(async () =>
      (await import('../login/changeEmail.js')).createChangeEmail({ ...entering, show, changed }),
    ),
    useAnother() {
      leave()
      show(undefined)
    },
  }
}

type Screen = FrameState['login']

/** The screen of a login, which isn't shown again once its visitor has put it away. */
function createLoginScreen({ state, surface }: Pick<FrameLoginsParameters, 'state' | 'surface'>) {
  let seen: string | undefined
  const show = (said: Screen) => {
    if (seen !== (said && keyOf(said))) seen = undefined
    const login = seen === undefined ? said : undefined
    state.set(login ? { login, isDrawn: true } : { login })
    if (login) surface.follow()
    else void surface.followOncePainted()
  }
  const putAway = () => {
    const { login } = state.get()
    show(undefined)
    seen = login && keyOf(login)
  }
  return { show, putAway }
}

/** Returns the key by which a login's screen differs from another. */
const keyOf = (login: NonNullable<Screen>): string =>
  `${login.email} ${login.is === 'digits' || login.is === 'change' ? login.digits : login.is === 'held' ? login.opensAt : login.is}`

/** Lets a login be left while it waits for its link. */
function leavable(login: Omit<FrameLogin, 'device'> & Pick<ReturnType<typeof createLogin>, 'device'>): {
  readonly login: FrameLogin
  readonly leave: () => void
} {
  let leaving = new AbortController()
  const device: FrameLogin['device'] = async (signal) => {
    leaving = new AbortController()
    const { signal: left } = leaving
    return login.device(signal ? anyOf([signal, left]) : left).catch((error: unknown) => {
      if (left.aborted) return 'ANOTHER'
      throw error
    })
  }
  return { login: { ...login, device }, leave: () => leaving.abort() }
}
