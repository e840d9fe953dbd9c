import { Command } from 'ioredis'
import { type MockInstance, vi } from 'vitest'

/**
 * Lets Redis answer as late as it may, for tests; nothing in the product imports this. The half second that the product gives
 * it is gone where a busy machine doesn't run this process for as long, and then a node counts by itself.
 * @returns what brings the limit back by `mockRestore`
 */
export const waitForRedis = (): MockInstance => vi.spyOn(Command.prototype, 'setTimeout').mockImplementation(() => {})
