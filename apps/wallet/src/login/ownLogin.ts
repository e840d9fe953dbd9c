import { createStore, type Store } from '../store.js'
import { createLogin, type Login, type LoginParameters, type LoginScreen } from './login.js'

/** A login on a page of the wallet's own, which shows itself what it needs of the visitor. */
export interface OwnLogin {
  /** The dependencies of any login there. */
  readonly entering: LoginParameters
  readonly login: Login
  /** The screen of the login. */
  readonly screen: Pick<Store<{ readonly login: LoginScreen | undefined }>, 'get' | 'subscribe'>
}

/** Creates the login of such a page, which no application asks for. */
export function createOwnLogin(parameters: Omit<LoginParameters, 'show' | 'isOwnHost'>): OwnLogin {
  const screen = createStore<{ readonly login: LoginScreen | undefined }>({ login: undefined })
  const entering: LoginParameters = { ...parameters, show: (login) => screen.set({ login }), isOwnHost: () => true }
  return { entering, login: createLogin(entering), screen }
}
