//! Everything that needs a graphics device, and what can be said about shaders without one.

mod corpus;
mod layout;
mod layouts;
mod pictures;
mod shaders;
mod support;
mod twins;
