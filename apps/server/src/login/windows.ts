import type { Output } from '@foyer/core/wire'
import type { readWindowCall } from '@foyer/login/windowCalls'
import type { Orm } from '@foyer/service/db/database'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { loginDevices, loginSessions, loginWindows } from '../db/schema/index.js'
import { forgetOldest } from './forgetOldest.js'
import { loginRooms } from './loginLimits.js'
import { SessionOverError, WindowTakenError, WindowUnknownError } from './refusals.js'
import type { LoginSession } from './sessions.js'

/** Carries what frames and windows that are cut off from each other say, and reads none of it. */
export interface Windows {
  /** Keeps what a frame has its window show; of a device's, the oldest go. @throws {@link SessionOverError} · {@link WindowTakenError} */
  ask(request: { readonly by: LoginSession; readonly window: string; readonly asked: string }): Promise<void>
  /** Reads what a window is to show, with what is known of the device that asks. @throws {@link WindowUnknownError} */
  read(request: { readonly window: string; readonly reader: string }): Promise<Output<(typeof readWindowCall)['reply']>>
  /** Keeps what a window says. @throws {@link WindowUnknownError} where it has said something already, too */
  answer(request: { readonly window: string; readonly said: string }): Promise<void>
  /** Reads what a window has said, once. @throws {@link WindowUnknownError} for another device's, too */
  poll(request: { readonly by: LoginSession; readonly window: string }): Promise<{ readonly said: string | null }>
}

/** As long as a visitor may think about a request. */
const keptMs = 300_000

export function createWindows({ orm, now }: { readonly orm: Orm; readonly now: () => number }): Windows {
  const isOpen = (window: string) => and(eq(loginWindows.id, window), gt(loginWindows.expiresAt, new Date(now())))
  return {
    async ask({ by: { id, person, device }, window, asked }) {
      const expiresAt = new Date(now() + keptMs)
      await orm.transaction(async (rows) => {
        // The session's end waits for this, and takes the letter with it.
        const isSession = eq(loginSessions.id, id)
        const [open] = await rows.select({ id: loginSessions.id }).from(loginSessions).where(isSession).for('share')
        if (open === undefined) throw new SessionOverError()
        const written = await rows
          .insert(loginWindows)
          .values({ id: window, person, device, asked, expiresAt })
          .onConflictDoNothing()
          .returning({ id: loginWindows.id })
        if (written.length === 0) throw new WindowTakenError()
      })
      await forgetOldest({ orm, table: loginWindows, most: loginRooms.windows.most, id: window, device })
    },
    async read({ window, reader }) {
      const isAsking = and(eq(loginDevices.person, loginWindows.person), eq(loginDevices.device, loginWindows.device))
      const [row] = await orm
        .select({ asked: loginWindows.asked, person: loginWindows.person, site: loginDevices.site })
        .from(loginWindows)
        .innerJoin(loginDevices, isAsking)
        .where(isOpen(window))
      if (row === undefined) throw new WindowUnknownError()
      const { person, ...known } = row
      const isReader = and(eq(loginDevices.person, person), eq(loginDevices.device, reader))
      const own = await orm.select({ device: loginDevices.device }).from(loginDevices).where(isReader)
      return { ...known, isOwn: own.length > 0 }
    },
    async answer({ window, said }) {
      const written = await orm
        .update(loginWindows)
        .set({ said })
        .where(and(isOpen(window), isNull(loginWindows.said)))
        .returning({ id: loginWindows.id })
      if (written.length === 0) throw new WindowUnknownError()
    },
    async poll({ by: { device }, window }) {
      const isIts = and(isOpen(window), eq(loginWindows.device, device))
      const [polled] = await orm
        .delete(loginWindows)
        .where(and(isIts, isNotNull(loginWindows.said)))
        .returning({ said: loginWindows.said })
      if (polled !== undefined) return polled
      const [open] = await orm.select({ said: loginWindows.said }).from(loginWindows).where(isIts)
      if (open === undefined) throw new WindowUnknownError()
      return open
    },
  }
}
