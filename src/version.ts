/** The version in `package.json`, for the `user-agent` header; a test holds the two together. */
export const version = '0.1.0';
