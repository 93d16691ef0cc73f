import { defineConfig } from 'vitest/config';

/** Tests in a real browser against the real program: one file at a time, with timeouts for a slow machine. */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/serve.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
