/** Limits of what strangers may use of one node at the same time, and for how long. The README says the reason of each. */
export const figures = {
  /** requests under way: until the answer has left */
  slots: { perOwner: 200, inAll: 1_000 },
  /** connections that are no relay sockets; those of a trusted proxy are counted in all only */
  connections: { perOwner: 500, inAll: 20_000 },
  /** bytes of bodies that are being received or worked on */
  bodyBytes: { perOwner: 8 * 1024 * 1024, inAll: 64 * 1024 * 1024 },
  /** a reader who takes no byte for so long is dropped */
  unreadMs: 30_000,
  headersMs: 5_000,
  requestMs: 10_000,
  headerBytes: 16 * 1024,
  headerCount: 100,
  requestsPerConnection: 10_000,
  /** of a body: a megabyte takes a hundred times as long to receive and to parse as a cached answer takes */
  bytesPerUnit: 16 * 1024,
  /** what a body that is no request costs on top, in units */
  faultCost: 10,
  /** what an id of no project costs on top, in units */
  unknownProjectCost: 20,
} as const
